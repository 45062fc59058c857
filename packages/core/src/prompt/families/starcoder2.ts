import type { ModelFamily } from "./model-family.js";

/**
 * Trained on repositories: files after `<file_sep>`, half of the time without repository name and paths, which is the
 * form used here; each file may be in the fill-in-the-middle form by itself. The paper prints suffix-last; suffix-first is
 * SPM variant 2, as in StarCoder.
 * Source: StarCoder2 paper (arXiv 2402.19173) 5.1; for suffix-first the infilling benchmark of the SantaCoder paper, which was
 * extended by variant 2 for StarCoder2. We have not seen the model's authors print it.
 */
export const starcoder2: ModelFamily = {
  key: "starcoder2",
  architectures: ["starcoder2"],
  has: ["<|endoftext|>", "<repo_name>"],
  lacks: [],
  templates: {
    spm: "[<file_sep> snippet]… <file_sep> <fim_prefix> <fim_suffix> suffix <fim_middle> prefix",
    psm: "[<file_sep> snippet]… <file_sep> <fim_prefix> prefix <fim_suffix> suffix <fim_middle>",
  },
  order: "spm",
  addsBos: false,
  endTexts: ["<|endoftext|>", "<fim_pad>", "<repo_name>"],
  tokenHealing: false,
};
