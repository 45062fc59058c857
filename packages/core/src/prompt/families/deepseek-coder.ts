import type { ModelFamily } from "./model-family.js";

/**
 * Trained with the suffix last only: half of the documents, one document being all files of a repository, one after the
 * other, without a separator. The card's example has a comment with the path before each file; which characters begin a
 * comment depends on the language, so the path is left out.
 * Source: DeepSeek-Coder paper (arXiv 2401.14196), "Fill-in-the-Middle" (PSM at a rate of 0.5); model card of deepseek-coder-6.7b-base,
 * "Code insertion" and "Repository level code completion".
 */
export const deepseekCoder: ModelFamily = {
  key: "deepseek-coder",
  architectures: ["llama", "deepseek2"],
  has: ["<｜begin▁of▁sentence｜>"],
  lacks: [],
  templates: { psm: '<｜fim▁begin｜> [snippet "\\n\\n"]… prefix <｜fim▁hole｜> suffix <｜fim▁end｜>' },
  order: "psm",
  addsBos: true,
  endTexts: ["<｜end▁of▁sentence｜>", "<|EOT|>"],
  tokenHealing: false,
};
