import type { ModelFamily } from "./model-family.js";

/**
 * Trained with the suffix last only, first on files, then on repositories: the name of the repository, then each file
 * after `<|file_sep|>` with its path on a line of its own. The pipeline does not know the repository's name.
 * Source: Qwen2.5-Coder technical report (arXiv 2409.12186) 3.2; model card and README of Qwen2.5-Coder, "File-level"
 * and "Repository-level code completion (fill in the middle)", which also lists the ids and the end tokens.
 */
export const qwen25Coder: ModelFamily = {
  key: "qwen2.5-coder",
  architectures: ["qwen2"],
  has: ["<|endoftext|>"],
  lacks: [],
  templates: {
    psm:
      '(<|repo_name|> "workspace\\n") [<|file_sep|> path "\\n" snippet "\\n"]… (<|file_sep|> file "\\n") ' +
      "<|fim_prefix|> prefix <|fim_suffix|> suffix <|fim_middle|>",
  },
  order: "psm",
  addsBos: false,
  endTexts: ["<|endoftext|>", "<|fim_pad|>", "<|im_start|>", "<|im_end|>"],
  tokenHealing: false,
};
