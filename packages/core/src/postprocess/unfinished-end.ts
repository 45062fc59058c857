import { lexicalStateAfter } from "../cursor/lexical-state.js";
import type { PostprocessRule } from "./rule.js";

/** What stands at the end of a line that goes on. */
const GOES_ON = /[,.+\-*/%=&|^<\\]\s*$/;

/**
 * An answer that the token limit cut off within a statement ends after its last whole line outside brackets and strings.
 * Where there is none, or nothing shows that the end is unfinished, it stays: one line is shown as far as it goes.
 */
export const unfinishedEnd: PostprocessRule = {
  name: "unfinished-end",
  apply: (text, { cursor: { syntax, lexical }, stopMode, stopReason }) => {
    if ((stopReason !== "max-tokens" && stopReason !== "context-full") || stopMode === "tokens") return { text };
    if (!text.includes("\n")) return { text };
    let state = lexical;
    let wholeLength = 0;
    let length = 0;
    let isWhole = false;
    for (const line of text.split(/(?<=\n)/)) {
      state = lexicalStateAfter(line, syntax, state);
      length += line.length;
      const opensString = state.quote !== null && state.quote !== lexical.quote;
      // Lines within braces are whole; a dictionary's are not.
      const isInBlock = !syntax.indentationBlocks && state.brackets.endsWith("{");
      const opensBracket = state.brackets.length > lexical.brackets.length && !isInBlock;
      const goesOn = state.quote === null && (opensBracket || GOES_ON.test(line));
      isWhole = !opensString && !goesOn && state.comment !== "block";
      if (isWhole && line.endsWith("\n")) wholeLength = length - 1;
    }
    const whole = text.slice(0, wholeLength);
    return { text: isWhole || whole.trim() === "" ? text : whole };
  },
};
