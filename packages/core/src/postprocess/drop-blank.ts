import type { PostprocessRule } from "./rule.js";

/** An answer of white space only is not worth showing. */
export const dropBlank: PostprocessRule = {
  name: "drop-blank",
  apply: (text) => (text.trim() === "" ? { drop: "blank" } : { text }),
};
