import type { ModelFamily } from "./model-family.js";

/**
 * The model that ships with Nearfirst, in all its sizes. Trained with the suffix first only.
 * Source: the `prompt_template` of its card in `models/`.
 */
export const embedded: ModelFamily = {
  key: "embedded",
  architectures: ["llama"],
  has: ["<s>", "</s>"],
  lacks: ["<|endoftext|>", "<repo_name>"],
  templates: { spm: "[<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle>" },
  order: "spm",
  addsBos: true,
  endTexts: ["</s>"],
  tokenHealing: true,
};
