import type { ModelFamily } from "./model-family.js";

/**
 * Trained in both orders, but only suffix-last is printed anywhere, so that one is used. Each file begins with its path on a
 * line before `<|fim_prefix|>`; files are separated by `<|file_separator|>`.
 * Source: CodeGemma report (arXiv 2406.11409), "Preprocessing for Fill-in-the-Middle" with Figure 2, "Multi-file
 * Packing" and "Inference Recommendations" (any of the four tokens ends a middle); model card of codegemma-2b.
 */
export const codegemma: ModelFamily = {
  key: "codegemma",
  architectures: ["gemma"],
  has: ["<bos>", "<eos>"],
  lacks: [],
  templates: {
    psm:
      '[path "\\n" snippet "\\n" <|file_separator|>]… file "\\n" ' +
      "<|fim_prefix|> prefix <|fim_suffix|> suffix <|fim_middle|>",
  },
  order: "psm",
  addsBos: true,
  endTexts: ["<eos>", "<end_of_turn>"],
  tokenHealing: false,
};
