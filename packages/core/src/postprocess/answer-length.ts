import type { PostprocessRule } from "./rule.js";

/** More than any token limit gives; the rules that follow may then be linear in the answer several times over. */
export const MAX_ANSWER_LENGTH = 16_000;

/** Cuts an answer that is too long at the end of a line. */
export const answerLength: PostprocessRule = {
  name: "answer-length",
  apply: (text) => {
    if (text.length <= MAX_ANSWER_LENGTH) return { text };
    const lineBreak = text.lastIndexOf("\n", MAX_ANSWER_LENGTH);
    return { text: text.slice(0, lineBreak > 0 ? lineBreak : MAX_ANSWER_LENGTH) };
  },
};
