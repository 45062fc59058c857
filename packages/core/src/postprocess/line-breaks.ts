import type { PostprocessRule } from "./rule.js";

/** One kind of line break for all rules; the file's own is put back afterwards. Half a CRLF at the end goes. */
export const lineBreaks: PostprocessRule = {
  name: "line-breaks",
  apply: (text) => ({
    text: text.includes("\r") ? text.replace(/\r+$/, "").replaceAll(/\r+\n/g, "\n").replaceAll("\r", "\n") : text,
  }),
};
