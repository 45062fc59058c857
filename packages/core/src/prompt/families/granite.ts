import type { ModelFamily } from "./model-family.js";

/**
 * IBM's Granite code models: StarCoder's tokenizer and its two orders, on other architectures. The 20B and 34B models have
 * StarCoder's architecture too and are taken for StarCoder; the prompt is the same. JetBrains' Mellum has these tokens
 * and a third order; its chat roles tell it.
 * Source: Granite Code Models paper (arXiv 2405.04324), on its training objective, which names both orders; model card
 * of granite-3.3-8b-base, "Fill-in-the-middle" (suffix last).
 */
export const granite: ModelFamily = {
  key: "granite",
  architectures: ["llama", "granite"],
  has: ["<|endoftext|>", "<filename>", "<reponame>"],
  lacks: ["<file_sep>", "<system>", "<think>", "<|startoftext|>"],
  templates: {
    spm: '<fim_prefix> <fim_suffix> suffix <fim_middle> [snippet "\\n\\n"]… prefix',
    psm: '<fim_prefix> [snippet "\\n\\n"]… prefix <fim_suffix> suffix <fim_middle>',
  },
  order: "spm",
  addsBos: false,
  endTexts: ["<|endoftext|>", "<|end_of_text|>", "<fim_pad>", "<filename>", "<reponame>"],
  tokenHealing: false,
};
