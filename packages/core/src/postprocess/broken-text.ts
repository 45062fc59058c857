import { type PostprocessRule, remaining } from "./rule.js";
import { textAround } from "./text-around.js";

const REACH = { before: 8_000, after: 8_000 };

/**
 * Cuts at the first sign of text that is not text: half a surrogate pair or the replacement character (both come from
 * generation that ended inside a character), or a NUL. A file that itself holds the replacement character may get one.
 */
export const brokenText: PostprocessRule = {
  name: "broken-text",
  apply: (text, { cursor }) => {
    let end = text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/);
    const replacement = text.indexOf("\uFFFD");
    if (replacement >= 0 && (end < 0 || replacement < end) && !textAround(cursor, REACH).includes("\uFFFD"))
      end = replacement;
    return end < 0 ? { text } : remaining(text.slice(0, end), "broken-text");
  },
};
