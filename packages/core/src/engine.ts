/**
 * The capabilities that `complete()` is given. Adapters in `@nearfirst/node` implement them; tests use `testing.ts`.
 * Nothing in core performs I/O or reads a clock except through these.
 */
import type { StopState } from "./inference/stop.js";
import type { LargeTier } from "./large/large-tier.js";
import type { ReleasedPrompt } from "./privacy/released-prompt.js";
import type { ModelProfile } from "./prompt/model-profile.js";
import type { RoutingPolicy } from "./routing/policy.js";
import type { SyntaxGate } from "./syntax/check-in-time.js";
import type { SyntaxProblem } from "./syntax/syntax-problem.js";
import type { GeneratedToken, Snippet, StopReason } from "./types.js";

export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason once that is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Where the last `matchTokens` tokens stood before, the `draftTokens` that followed there are the next draft. */
export interface PromptLookup {
  readonly matchTokens: number;
  readonly draftTokens: number;
  /** `eager`, for evaluation: from the first token on, and where the longest match stood, at least so long, not the last one. */
  readonly manner?: "eager";
}

export interface GenerationRequest {
  /** The whole prompt, as tokens. */
  readonly prompt: Int32Array;
  /** Requests with the same slot share a KV cache (one slot a file). */
  readonly slot: string;
  /** Text that the model may continue with, verified in one forward pass; empty for none (MCCom 3.3). */
  readonly draft: string;
  /**
   * How much the draft counts beside the model, in [0, 1); 0, the default: nothing, so that it changes no answer. Tokens
   * are chosen by the mixture `weight · copy + (1 - weight) · model`, in which the draft's next token, and at its end the
   * answer's, has all of the copy's share (a copy mechanism: See et al., arXiv 1704.04368, with a constant weight). Told
   * probabilities are those of the mixture.
   */
  readonly draftWeight?: number;
  /**
   * Token healing: the answer must begin with this text, which the prompt leaves out; empty for none. The tokens include
   * it, the returned text does not; `healedTokens` says how many hold nothing else, 0 where the model cannot spell it.
   */
  readonly healedText: string;
  /** Drafts anew from what prompt and answer repeat, after the first draft has ended; without it, token by token. */
  readonly promptLookup?: PromptLookup;
  readonly maxTokens: number;
  /** `with-draft`, for evaluation: after the one token that verifying the draft gives, and all that is healed, as by `maxTokens`. */
  readonly ends?: "with-draft";
  readonly stop: StopState;
  /** Tokens that end the answer, beside those that the file itself marks as ends. */
  readonly endTokens?: readonly number[];
  /** How many of the most likely first tokens are told, for evaluation; none by default, and none while a text is healed. */
  readonly alternatives?: number;
}

/** A token that the answer could have begun with. */
export interface Alternative {
  readonly id: number;
  /** One latin1 character each: a token may hold a part of a character. */
  readonly bytes: string;
  /** On the raw distribution. */
  readonly probability: number;
  /** Whether it ends the answer. */
  readonly isEnd: boolean;
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
  /** Most likely first; there where they were asked for. */
  readonly alternatives?: readonly Alternative[];
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

/** Text that joins a query (MCCom Eq. 1). */
export interface SecondQuery {
  readonly text: string;
  /** How much it counts, in [0, 1]: the local model's confidence in it. */
  readonly weight: number;
}

export interface RetrievalQuery {
  readonly text: string;
  /** The file at the cursor, which is never searched. */
  readonly uri: string;
  readonly languageId: string;
  /** Most snippets to return. */
  readonly limit: number;
  /** The local model's answer, for the large model's prompt. */
  readonly second?: SecondQuery;
}

/** Finds related pieces of the workspace's other files (MCCom 3.4). */
export interface Retriever {
  /** Changes whenever an answer may have changed: part of the completion cache's key. */
  readonly revision: number;
  /** Best first. Rejects only for a bug; a retriever that is not ready returns no snippets. */
  search(query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]>;
}

/** A secret in a text: UTF-16 offsets, `start` included, `end` not, and the name of the rule that found it. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** Finds secrets by content. */
export interface SecretFinder {
  /**
   * In order, not overlapping, without the quotes around a secret. Never rejects but when aborted: where the text could
   * not be looked at, all of it is one range with the rule `NOT_SCANNED`.
   */
  find(text: string, signal: AbortSignal): Promise<readonly FoundSecret[]>;
}

/** The rule of a text that could not be looked at: nothing of it may leave. */
export const NOT_SCANNED = "not-scanned";

export interface LargeRequest {
  readonly prompt: ReleasedPrompt;
  readonly maxTokens: number;
  readonly stop: StopState;
  /** Awaited with each body as it goes over the network, before it does. Where it rejects nothing is sent, and `generate` rejects so. */
  readonly beforeSend: (body: string) => Promise<void>;
}

export interface LargeGeneration {
  /** The answer up to where the stop rule ends it; the draft's accepted part included. */
  readonly text: string;
  /** Null where the server tells no probabilities. */
  readonly tokens: readonly GeneratedToken[] | null;
  readonly stopReason: StopReason;
  /** Draft tokens as the server counts them; 0 where it verifies none. */
  readonly draftOffered: number;
  readonly draftAccepted: number;
  /** Null where neither the server tells nor its tokens do. */
  readonly forwardPasses: number | null;
}

/** One large model behind a server that the user configured. */
export interface LargeModel {
  /** Where requests go, for people: host and port, model. Never a key. */
  readonly name: string;
  /**
   * Most tokens of a prompt and its answer together, as the server tells; null where it does not, or cuts a prompt by itself.
   * Never rejects; known after the first call, which may take a second.
   */
  contextTokens(): Promise<number | null>;
  /** Greedy. Rejects with the signal's reason once aborted (the socket is closed), with a `NearfirstError` on a fault. */
  generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration>;
}

export interface Capabilities {
  readonly clock: Clock;
  readonly model: LocalModel;
  readonly retriever: Retriever;
  readonly policy: RoutingPolicy;
  /** Null where the user configured none: then nothing leaves the machine. */
  readonly large: LargeTier | null;
  /** Null for none: then no answer is broken. */
  readonly syntax: SyntaxGate | null;
}

/** Answers whether a text parses; runs outside the event loop that serves keystrokes. */
export interface SyntaxParser {
  /**
   * Null where the language has no parser. Problems in order of `start`; a parser that stops at the first one gives just
   * that. Rejects with the signal's reason once aborted.
   */
  parse(text: string, languageId: string, signal: AbortSignal): Promise<readonly SyntaxProblem[] | null>;
}
