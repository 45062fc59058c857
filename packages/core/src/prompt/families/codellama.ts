import type { ModelFamily } from "./model-family.js";

/**
 * Trained half in each order: `<PRE> prefix <SUF>suffix <MID>` and `<PRE> <SUF>suffix <MID> prefix`. The spaces before the
 * special tokens are part of them; the space before the prefix is the one that SentencePiece puts before any text, and
 * which suffix and middle go without. Suffix-first never saw a word cut in two, so the word at the cursor is generated again.
 * There is no file separator.
 * Source: `infilling_prompt_tokens` of the reference implementation, for the tokens of both orders; Code Llama paper
 * (arXiv 2308.12950), on infilling.
 */
export const codellama: ModelFamily = {
  key: "codellama",
  architectures: ["llama"],
  has: ["<s>"],
  lacks: [],
  templates: {
    spm: '▁<PRE> ▁<SUF> suffix ▁<MID> " " [snippet "\\n\\n"]… prefix',
    psm: '▁<PRE> " " [snippet "\\n\\n"]… prefix ▁<SUF> suffix ▁<MID>',
  },
  order: "spm",
  addsBos: true,
  endTexts: ["▁<EOT>", "</s>"],
  tokenHealing: true,
};
