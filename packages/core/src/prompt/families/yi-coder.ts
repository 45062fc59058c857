import type { ModelFamily } from "./model-family.js";

/**
 * The model card documents no fill-in-the-middle form, and its authors say that the model is not good at it (01-ai/Yi-Coder,
 * issue 3); many GGUF files of it lack the tokens. Where a file has them, they are used in the one order that is common to
 * all models with tokens of these names: a guess, confirmed by no source and not run by us. Better: `prompt_mode: chat` in a card, with a chat model.
 */
export const yiCoder: ModelFamily = {
  key: "yi-coder",
  architectures: ["llama"],
  has: ["<|startoftext|>", "<|endoftext|>"],
  lacks: [],
  templates: { psm: '<fim_prefix> [snippet "\\n\\n"]… prefix <fim_suffix> suffix <fim_middle>' },
  order: "psm",
  addsBos: false,
  endTexts: ["<|endoftext|>", "<|im_end|>"],
  tokenHealing: false,
};
