import type { ModelFamily } from "./model-family.js";

/**
 * Trained half in each order. Its form of suffix-first is SPM variant 2 of Bavarian et al. (arXiv 2207.14255) 3.1: prefix
 * and middle are one run of text after `<fim_middle>`. Contexts were single files, so snippets stand before the prefix
 * as if they were code of the same file.
 * Source: model card of bigcode/starcoder, "Fill-in-the-middle" (suffix last); StarCoder paper (arXiv 2305.06161). The form
 * of suffix-first is that of the infilling benchmark of the SantaCoder paper; we have not seen the model's authors print it.
 */
export const starcoder: ModelFamily = {
  key: "starcoder",
  architectures: ["starcoder"],
  has: ["<|endoftext|>", "<filename>", "<reponame>"],
  lacks: ["<file_sep>"],
  templates: {
    spm: '<fim_prefix> <fim_suffix> suffix <fim_middle> [snippet "\\n\\n"]… prefix',
    psm: '<fim_prefix> [snippet "\\n\\n"]… prefix <fim_suffix> suffix <fim_middle>',
  },
  order: "spm",
  addsBos: false,
  endTexts: ["<|endoftext|>", "<fim_pad>", "<filename>", "<reponame>"],
  tokenHealing: false,
};
