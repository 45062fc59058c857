/** What the pipeline knows of a model: read from its GGUF metadata and its card, never from its name. */

/** Order of the parts in a fill-in-the-middle prompt: suffix-prefix-middle or prefix-suffix-middle. */
export type FimOrder = "spm" | "psm";

/** Ids of the special tokens of a fill-in-the-middle model; null where the model has none. */
export interface FimTokens {
  readonly prefix: number;
  readonly suffix: number;
  readonly middle: number;
  /** Separates files or snippets; null where the model was not trained with one. */
  readonly fileSeparator: number | null;
  /** Names the repository (Qwen2.5-Coder, StarCoder2); null where there is none. */
  readonly repoName: number | null;
}

export interface ModelProfile {
  /** Identifies the exact weights: file name, size and metadata hash; part of every cache key. */
  readonly fingerprint: string;
  /** For people only. */
  readonly name: string;
  /** Tokens, prompt and answer together. */
  readonly contextTokens: number;
  /** LSP language identifiers the model was trained on; empty means any. */
  readonly languages: readonly string[];
  readonly mode: "fim" | "chat";
  /** Key of the row in the table of model families. */
  readonly family: string;
  readonly order: FimOrder;
  readonly fim: FimTokens | null;
  /** Begin-of-sequence token to put first; null where the model wants none. */
  readonly bos: number | null;
  /** Tokens that end the answer. */
  readonly endTokens: readonly number[];
  /** Texts of all special tokens: removed where they leak into an answer. */
  readonly specialTexts: readonly string[];
  /** Regenerate the word at the cursor, constrained to begin as typed. */
  readonly tokenHealing: boolean;
}
