/**
 * The values that cross the boundary of the pipeline: what is asked for, and what comes back.
 * All offsets and lengths are UTF-16 code units into `document.text`; all durations are milliseconds.
 */
import type { NearfirstError } from "./errors.js";
import type { AfterLocalFacts } from "./routing/policy.js";
import type { SyntaxVerdict } from "./syntax/verdict.js";
import type { UserAction } from "./user-action.js";

/** One state of one file in the editor. `text` holds unsaved changes; `uri` identifies the file across requests. */
export interface TextDocument {
  readonly uri: string;
  /** LSP language identifier, for example `python`; `plaintext` where unknown. */
  readonly languageId: string;
  readonly text: string;
}

/**
 * Where generation ends.
 * - `line`: at the end of the cursor's line (RepoEval line, HumanEval-Infilling single-line).
 * - `statement`: at the end of the statement at the cursor, over several lines where brackets or strings stay open (MCCom 4.3).
 * - `block`: when a line is indented less than the block at the cursor (HumanEval-Infilling multi-line, SAFIM block).
 * - `tokens`: at `maxTokens` or the model's own end alone (the papers' unrestricted form).
 */
export type StopMode = "line" | "statement" | "block" | "tokens";

/** `automatic`: the editor asked while the developer typed. `explicit`: the developer pressed a key for it. */
export type TriggerKind = "automatic" | "explicit";

export interface CompletionRequest {
  readonly document: TextDocument;
  /**
   * Cursor, in [0, document.text.length]. One between the halves of a surrogate pair or inside a CRLF counts as the
   * place before that character, one before a byte order mark as the place after it: editors get there by rounding.
   */
  readonly offset: number;
  readonly stopMode: StopMode;
  /** Most tokens to generate, at least 1 (MCCom 4.3: 128; SynConfRoute 2.3: 50). */
  readonly maxTokens: number;
  readonly trigger: TriggerKind;
}

/** Who answered: the model on this machine, or the larger one behind a server. */
export type Tier = "local" | "large";

/** What is shown: `text` replaces the range [start, end) of the document; the range is empty for a plain insertion. */
export interface Suggestion {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of another file, put in front of the prompt (MCCom 3.4). */
export interface Snippet {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  /** Zero-based line of its first line in that file. */
  readonly startLine: number;
  readonly text: string;
  /** BM25 score, at least 0. */
  readonly score: number;
}

/** The stages of one request, in the order in which they run. */
export type Stage =
  | "trigger"
  | "reuse"
  | "retrieve"
  | "prompt"
  | "draft"
  | "generate"
  | "postprocess"
  | "syntax"
  | "route"
  | "escalate"
  | "choose";

export interface StageTiming {
  readonly stage: Stage;
  readonly ms: number;
}

/** One generated token: its text, p(token) in [0, 1] on the raw distribution, and whether the draft proposed it. */
export interface GeneratedToken {
  readonly id: number;
  readonly text: string;
  readonly probability: number;
  readonly fromDraft: boolean;
}

/** Both papers' confidence over the first `tokens` generated tokens, each in [0, 1]. */
export interface Confidence {
  /** How many tokens were averaged: N = 3, fewer where the answer is shorter (docs/readings.md R3). */
  readonly tokens: number;
  /** exp of the mean log-probability (SynConfRoute 4.1, as read in docs/readings.md R1). */
  readonly geometricMean: number;
  /** Arithmetic mean of the probabilities (MCCom 3.2). */
  readonly arithmeticMean: number;
}

/** Why generation ended. */
export type StopReason =
  | "end-of-middle"
  | "line"
  | "statement"
  | "block"
  | "max-tokens"
  | "context-full"
  | "repetition";

export interface DraftTrace {
  readonly source: "file" | "snippet" | "previous-answer";
  /** All of it, whatever part was offered. */
  readonly text: string;
  readonly offeredTokens: number;
  readonly acceptedTokens: number;
}

/** Tokens drafted from what prompt and answer repeat. */
export interface PromptLookupTrace {
  readonly offeredTokens: number;
  readonly acceptedTokens: number;
}

export interface RoutingTrace {
  /** All that the policy was told: the same facts give the same decision again (`decide`). Holds no code. */
  readonly facts: AfterLocalFacts;
  readonly policy: string;
  readonly decision: Tier;
  /** Where the decision fell: before the local model was asked, at its first tokens, or once its answer was complete. */
  readonly point: "before-local" | "during-local" | "after-local";
  readonly reason: string;
  /** The policy's score, compared with its threshold; null where the policy has none. */
  readonly score: number | null;
  /** What confidence is compared with, in [0, 1]; null where the policy has no threshold, or more than one. */
  readonly threshold: number | null;
}

/**
 * How a question to the large model ended for this request. `late`: the deadline passed, the answer may still come.
 * `outdated`: it does not fit what was typed since. `pending`: the request ended before the question did.
 */
export interface LargeTrace {
  readonly outcome: "answered" | "late" | "outdated" | "pending" | "withheld" | "holds-placeholder" | "failed";
  /** Why it was asked, in words. */
  readonly reason: string;
  /** Bytes that left the machine for this request; 0 too where it waits for what an earlier one asked. */
  readonly sentBytes: number;
  /** `withheld`: why; `failed`: the error's code. */
  readonly code: string | null;
  readonly draftOffered: number;
  readonly draftAccepted: number;
  /** Secrets that were replaced before anything left. */
  readonly redactions: number;
  /** From the question to the answer, in milliseconds, whatever part of it this request waited for; null where none came. */
  readonly ms: number | null;
}

/** What one request did. It holds code (tokens, snippets), so it is never logged. */
export interface Trace {
  readonly stages: readonly StageTiming[];
  readonly totalMs: number;
  /** Where the answer came from; null where there is none. */
  readonly source: "model" | "cache" | "typed-through" | "in-flight" | null;
  readonly promptTokens: number;
  /** Prompt tokens run through the model for this request. */
  readonly tokensEvaluated: number;
  /** Prompt tokens found in the model's KV cache instead. */
  readonly tokensReused: number;
  /** Passes through the model, for the prompt's new tokens and the answer. */
  readonly forwardPasses: number;
  /** Milliseconds inside the engine process: forward passes, and tokenising. */
  readonly engineMs: number;
  readonly tokens: readonly GeneratedToken[];
  readonly draft: DraftTrace | null;
  /** Null where no token was drafted that way. */
  readonly promptLookup: PromptLookupTrace | null;
  readonly confidence: Confidence | null;
  /** When the first tokens were there that confidence is about, counted from the request; null where that was not seen. */
  readonly firstTokensMs: number | null;
  readonly stopReason: StopReason | null;
  readonly snippets: readonly Snippet[];
  /** What the syntax gate said of the local answer; null where it was not asked. */
  readonly syntax: SyntaxVerdict | null;
  readonly routing: RoutingTrace | null;
  /** What became of the question to the large model; null where there was none. */
  readonly large: LargeTrace | null;
  /** What the developer had done with the suggestion before, as far as the file tells; null for nothing. */
  readonly userAction: UserAction | null;
  /** Post-processing rules that changed the text, in order; `broken-end`: the last statement, with which it would not parse, was left out. */
  readonly rules: readonly string[];
  /** Window, snippets or text below differ from the file's latest prompt: this request could not reuse most of the KV cache. */
  readonly promptRefreshed: boolean;
}

/**
 * `empty-document`, `inside-word` (a word goes on after the cursor) and `before-code` (the cursor is in the white space
 * before a line's code, where Tab indents) end automatic requests only.
 */
export type SkipReason =
  | "empty-document"
  | "cursor-outside-document"
  | "unsupported-language"
  | "document-too-large"
  | "line-too-long"
  | "binary-document"
  | "inside-word"
  | "before-code";

/** `refused`: the developer refused the very same text here. `broken-syntax`: the code would not parse with it. */
export type DropReason =
  | "refused"
  | "broken-syntax"
  | "blank"
  | "repeats-suffix"
  | "repeats-prefix"
  | "repetition"
  | "broken-text"
  | "only-closing";

interface Ended {
  readonly trace: Trace;
}

/** `complete()` never throws: every request ends in exactly one of these. */
export type Outcome =
  | (Ended & { readonly kind: "suggested"; readonly suggestion: Suggestion; readonly tier: Tier })
  | (Ended & { readonly kind: "skipped"; readonly reason: SkipReason })
  | (Ended & { readonly kind: "dropped"; readonly reason: DropReason })
  | (Ended & { readonly kind: "cancelled"; readonly stage: Stage })
  | (Ended & { readonly kind: "failed"; readonly stage: Stage; readonly error: NearfirstError });
