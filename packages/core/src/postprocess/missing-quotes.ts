import { closingQuoteOf } from "../cursor/language-syntax.js";
import { lexicalStateAfter, OUTSIDE } from "../cursor/lexical-state.js";
import type { PostprocessRule } from "./rule.js";

/**
 * Closes the string that the cursor's line opened: `print("█` and `hello`. Only where nothing else can be meant: the model
 * ended a one-line answer by itself, nothing follows on the line, and the string may not span lines.
 */
export const missingQuotes: PostprocessRule = {
  name: "missing-quotes",
  apply: (text, { cursor, stopMode, stopReason }) => {
    if (stopReason !== "end-of-middle" || (stopMode !== "line" && stopMode !== "statement")) return { text };
    if (text.includes("\n") || cursor.lineSuffix.trim() !== "" || text.trim() === "") return { text };
    const { syntax, lexical, linePrefix } = cursor;
    // What the line opens by itself, and what is open in all, must be the same: else the line stands in a longer string.
    const { quote } = lexicalStateAfter(linePrefix + text, syntax, OUTSIDE);
    if (quote === null || syntax.multilineQuotes.includes(quote)) return { text };
    if (lexicalStateAfter(text, syntax, lexical).quote !== quote) return { text };
    const closing = closingQuoteOf(quote);
    // The scanner's delimiters of regular expressions and templates are no quotes that anybody forgets.
    if (closing !== '"' && closing !== "'") return { text };
    // An open `{` may hold an expression, and a backslash at the end goes on on the next line.
    const opened = (linePrefix + text).slice((linePrefix + text).lastIndexOf(closing));
    if (opened.lastIndexOf("{") > opened.lastIndexOf("}") || text.endsWith("\\")) return { text };
    // A lone apostrophe is one of a word, wherever the scanner believes to be.
    if (closing === "'" && /[\p{L}\p{N}]'[\p{L}]*$/u.test((linePrefix + text).slice(0, -opened.length + 2)))
      return { text };
    return { text: text + closing };
  },
};
