import type { ModelFamily } from "./model-family.js";

/**
 * Suffix first, and no token before the middle: it continues the prefix. As in Code Llama the prefix has
 * SentencePiece's space before it and the suffix has not. There is no file separator.
 * Source: mistral-common, `encode_fim` of tokenizer version 2 and 3; Mistral's cookbook on tokenization, which prints
 * `<s>[SUFFIX]suffix[PREFIX] prefix`.
 */
export const codestral: ModelFamily = {
  key: "codestral",
  architectures: ["llama"],
  has: ["<s>", "[INST]"],
  lacks: [],
  templates: { spm: '[SUFFIX] suffix [PREFIX] " " [snippet "\\n\\n"]… prefix' },
  order: "spm",
  addsBos: true,
  endTexts: ["</s>", "[MIDDLE]"],
  tokenHealing: false,
};
