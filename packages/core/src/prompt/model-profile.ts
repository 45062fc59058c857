/** What the pipeline knows of a model: read from its GGUF metadata and its card, never from its name. */

/** Order of a fill-in-the-middle prompt: the suffix before the prefix (SPM), or after it (PSM). */
export type FimOrder = "spm" | "psm";

/**
 * What a layout leaves open. `prefix`, `suffix`: the code around the cursor. `snippet`, `path`: text and path of a piece
 * of another file. `file`: the name of the file at the cursor.
 */
export type LayoutSlot = "prefix" | "suffix" | "snippet" | "path" | "file";

/**
 * One step of a prompt: a special token (its id; its text in a template), text that is tokenised as ordinary text, an
 * open place, steps for each snippet, or steps that are left out where there are no snippets.
 */
export type LayoutPart<Token = number> =
  | { readonly token: Token }
  | { readonly text: string }
  | { readonly slot: LayoutSlot }
  | { readonly eachSnippet: readonly LayoutPart<Token>[] }
  | { readonly ifSnippets: readonly LayoutPart<Token>[] };

export type PromptLayout<Token = number> = readonly LayoutPart<Token>[];

export interface ModelProfile {
  /** Identifies the weights, as far as GGUF metadata and file size tell; part of every cache key. */
  readonly fingerprint: string;
  /** For people only. */
  readonly name: string;
  /** Tokens, prompt and answer together. */
  readonly contextTokens: number;
  /** LSP language identifiers the model was trained on; empty means any. */
  readonly languages: readonly string[];
  /** `chat`: the model is asked in words, in its chat template (SynConfRoute 2.3), and may answer in a code fence. */
  readonly mode: "fim" | "chat";
  /** Key of the row in the table of model families; `card` where the model's card gives the layout. */
  readonly family: string;
  /** Follows from `layout`. */
  readonly order: FimOrder;
  readonly layout: PromptLayout;
  /** Begin-of-sequence token to put first; null where the model wants none, or `layout` has it. */
  readonly bos: number | null;
  /** Most tokens of the suffix, because each keystroke evaluates all of it again; null where it does not. */
  readonly maxSuffixTokens: number | null;
  /** Tokens that end the answer. */
  readonly endTokens: readonly number[];
  /** Texts of special tokens: removed where they leak into an answer. */
  readonly specialTexts: readonly string[];
  /** Regenerate the word at the cursor, constrained to begin as typed. */
  readonly tokenHealing: boolean;
  /** How much a statement copied from the context counts beside the model, in [0, 1); 0 where it only makes it faster. */
  readonly draftWeight: number;
}

/** Identifies the weights and how they are asked: with any difference answers and confidence mean something else. */
export function identityOf(profile: ModelProfile): string {
  const { fingerprint, contextTokens, mode, tokenHealing, draftWeight, maxSuffixTokens, bos, layout, endTokens } =
    profile;
  const asking = [contextTokens, mode, tokenHealing, draftWeight, maxSuffixTokens, bos, layout, endTokens];
  return `${fingerprint} ${JSON.stringify(asking)}`;
}
