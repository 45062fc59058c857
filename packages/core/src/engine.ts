/**
 * The capabilities that `complete()` is given. Adapters in `@nearfirst/node` implement them; tests use `testing.ts`.
 * Nothing in core performs I/O or reads a clock except through these.
 */
import type { StopState } from "./inference/stop.js";
import type { ModelProfile } from "./prompt/model-profile.js";
import type { RoutingPolicy } from "./routing/policy.js";
import type { SyntaxProblem } from "./syntax/syntax-problem.js";
import type { GeneratedToken, Snippet, StopReason } from "./types.js";

/** Milliseconds on a monotonic clock. */
export interface Clock {
  now(): number;
}

/** A part of the prompt: a special token by its id, or text that is tokenised without special-token parsing. */
export type PromptPart = { readonly token: number } | { readonly text: string };

/** Where the last `matchTokens` tokens stood before, the `draftTokens` that followed there are the next draft. */
export interface PromptLookup {
  readonly matchTokens: number;
  readonly draftTokens: number;
}

export interface GenerationRequest {
  /** The whole prompt, as tokens. */
  readonly prompt: Int32Array;
  /** Requests with the same slot share a KV cache (one slot a file). */
  readonly slot: string;
  /** Text that the model may continue with, verified in one forward pass; empty for none (MCCom 3.3). */
  readonly draft: string;
  /**
   * Token healing: the answer must begin with this text, which the prompt leaves out; empty for none. The tokens include
   * it, the returned text does not; `healedTokens` says how many hold nothing else, 0 where the model cannot spell it.
   */
  readonly healedText: string;
  /** Drafts anew from what prompt and answer repeat, after the first draft has ended; without it, token by token. */
  readonly promptLookup?: PromptLookup;
  readonly maxTokens: number;
  readonly stop: StopState;
  /** Tokens that end the answer, beside those that the file itself marks as ends. */
  readonly endTokens?: readonly number[];
}

export interface Generation {
  /** The answer, without the healed text, end tokens and what follows the stop. */
  readonly text: string;
  /** All generated tokens, the healed ones included. */
  readonly tokens: readonly GeneratedToken[];
  /** How many of `tokens`, from the first on, hold nothing but healed text: the next one may end it. */
  readonly healedTokens: number;
  readonly stopReason: StopReason;
  readonly tokensEvaluated: number;
  readonly tokensReused: number;
  readonly forwardPasses: number;
  /** Tokens of `draft` that were verified, and those that the model would have chosen too. */
  readonly draftOffered: number;
  readonly draftAccepted: number;
  /** The same for the drafts of `promptLookup`. */
  readonly lookupOffered: number;
  readonly lookupAccepted: number;
  /** Milliseconds in the engine. */
  readonly engineMs: number;
}

/** One local model, loaded. */
export interface LocalModel {
  readonly profile: ModelProfile;
  /** Tokenises each text without special-token parsing: a file cannot inject fill-in-the-middle tokens. */
  tokenize(texts: readonly string[]): Promise<readonly Int32Array[]>;
  /**
   * Greedy decoding. Rejects with the signal's reason once aborted, with a `NearfirstError` on a fault.
   * `onTokens` is called with each new piece of the answer while it is generated.
   */
  generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation>;
}

export interface RetrievalQuery {
  readonly text: string;
  /** The file at the cursor, which is never searched. */
  readonly uri: string;
  readonly languageId: string;
  /** Most snippets to return. */
  readonly limit: number;
}

/** Finds related pieces of the workspace's other files (MCCom 3.4). */
export interface Retriever {
  /** Changes whenever an answer may have changed: part of the completion cache's key. */
  readonly revision: number;
  /** Best first. Rejects only for a bug; a retriever that is not ready returns no snippets. */
  search(query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]>;
}

export interface Capabilities {
  readonly clock: Clock;
  readonly model: LocalModel;
  readonly retriever: Retriever;
  readonly policy: RoutingPolicy;
}

/** Answers whether a text parses; runs outside the event loop that serves keystrokes. */
export interface SyntaxParser {
  /**
   * Null where the language has no parser. Problems in order of `start`; a parser that stops at the first one gives just
   * that. Rejects with the signal's reason once aborted.
   */
  parse(text: string, languageId: string, signal: AbortSignal): Promise<readonly SyntaxProblem[] | null>;
}
