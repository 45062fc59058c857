import { CLOSING_OF, lexicalStateAfter, OUTSIDE } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import type { PostprocessRule } from "./rule.js";
import { linesAfter } from "./text-around.js";

/** More open brackets on one line than this are a sign that the scan went wrong. */
const MAX_ADDED = 3;

/**
 * Closes what the cursor's line opened: `foo(█` and `a, b`. Only where nothing else can be meant: the model ended a
 * one-line answer by itself, nothing follows on the line, and the next line does not go on with the statement.
 */
export const missingBrackets: PostprocessRule = {
  name: "missing-brackets",
  apply: (text, { cursor, stopMode, stopReason }) => {
    if (stopReason !== "end-of-middle" || (stopMode !== "line" && stopMode !== "statement")) return { text };
    if (text.includes("\n") || cursor.lineSuffix.trim() !== "" || text.trim() === "") return { text };
    const { syntax, lexical, linePrefix } = cursor;
    // What the line opens by itself, and what is open in all, must end alike: else the line stands in a longer string.
    const line = lexicalStateAfter(linePrefix + text, syntax, OUTSIDE);
    const all = lexicalStateAfter(text, syntax, lexical);
    if (line.quote !== null || all.quote !== null || line.comment !== "none" || all.comment !== "none") return { text };
    if (line.brackets === "" || line.brackets.length > MAX_ADDED || !/^[([]+$/.test(line.brackets)) return { text };
    if (all.brackets !== line.brackets) return { text };
    // `foo(a` may go on with a comma, an operator or a further argument.
    if (!/[\p{L}\p{N}_)\]}"']$/u.test(text)) return { text };
    const [next] = linesAfter(cursor);
    if (next !== undefined) {
      const isDeeper = indentationOf(next).length > cursor.indentation.length;
      if (isDeeper || !/^\s*[\p{L}_@#/"'}]/u.test(next) || /^\s*[)\]]/.test(next)) return { text };
    }
    return {
      text:
        text +
        [...line.brackets]
          .reverse()
          .map((each) => CLOSING_OF[each])
          .join(""),
    };
  },
};
