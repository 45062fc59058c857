/** What is remembered of requests and of what the developer did with suggestions: facts and numbers, never code. */
import type { ErrorCode } from "../errors.js";
import { outcomeReason } from "../outcome-reason.js";
import type { WithheldReason } from "../privacy/release.js";
import type { LargeTrace, Outcome, Trace, TriggerKind } from "../types.js";

/** What became of asking a large model, where a policy wanted it. */
export interface LargeAttempt {
  /** Why the request was escalated, in words. */
  readonly reason: string;
  /** False where nothing left this machine for it. */
  readonly wasSent: boolean;
  /** Why nothing was sent; null where it was, or the large model could not be reached. */
  readonly withheld: WithheldReason | null;
  /** Null where it answered or was not asked. */
  readonly error: ErrorCode | null;
  /** From asking to the answer; null where there is none. */
  readonly ms: number | null;
  readonly draftOffered: number;
  readonly draftAccepted: number;
}

/** One request to the pipeline. */
export interface RequestEvent {
  readonly type: "request";
  /** Null where nothing is shown. */
  readonly suggestionId: string | null;
  /** The editor says which suggestions it shows: this one counts as shown only with an action that says so. */
  readonly seen?: "when-told";
  readonly outcome: Outcome["kind"];
  /** Skip or drop reason, stage where it was cancelled, or error code; null for `suggested`. */
  readonly reason: string | null;
  readonly trigger: TriggerKind;
  /** LSP language identifier; `other` for what is none. */
  readonly languageId: string;
  readonly tier: "local" | "large" | null;
  readonly source: Trace["source"];
  readonly ms: number;
  readonly promptTokens: number;
  readonly tokensReused: number;
  readonly forwardPasses: number;
  /** Of the local model; drafts of repetitions included. */
  readonly draftOffered: number;
  readonly draftAccepted: number;
  /** exp of the mean log-probability, in [0, 1]; null where no model answered. */
  readonly confidence: number | null;
  readonly large: LargeAttempt | null;
}

/**
 * What the developer did with a suggestion. `shown` is for editors that can tell; elsewhere a suggestion that was answered
 * counts as shown. `typed-through`: all of it was typed by hand.
 */
export interface ActionEvent {
  readonly type: "action";
  readonly suggestionId: string;
  readonly action: "shown" | "accepted" | "partly-accepted" | "typed-through" | "rejected";
}

/** How much of an accepted suggestion is still in the file some time later. */
export interface SurvivalEvent {
  readonly type: "survival";
  readonly suggestionId: string;
  readonly afterSeconds: number;
  /** Share of its characters that are still there, in [0, 1]. */
  readonly keptShare: number;
}

export type StatisticsEvent = RequestEvent | ActionEvent | SurvivalEvent;

export interface RequestFacts {
  readonly suggestionId: string | null;
  readonly seen?: "when-answered" | "when-told";
  readonly trigger: TriggerKind;
  readonly languageId: string;
}

/** The event of a request that ended; takes nothing out of the trace but numbers and reasons. */
export function requestEventOf(outcome: Outcome, facts: RequestFacts): RequestEvent {
  const { trace } = outcome;
  const { draft, promptLookup } = trace;
  return {
    type: "request",
    suggestionId: facts.suggestionId,
    ...(facts.seen === "when-told" ? { seen: facts.seen } : {}),
    outcome: outcome.kind,
    reason: outcomeReason(outcome),
    trigger: facts.trigger,
    languageId: /^[\w.+#-]{1,40}$/.test(facts.languageId) ? facts.languageId : "other",
    tier: outcome.kind === "suggested" ? outcome.tier : null,
    source: trace.source,
    ms: trace.totalMs,
    promptTokens: trace.promptTokens,
    tokensReused: trace.tokensReused,
    forwardPasses: trace.forwardPasses,
    draftOffered: (draft?.offeredTokens ?? 0) + (promptLookup?.offeredTokens ?? 0),
    draftAccepted: (draft?.acceptedTokens ?? 0) + (promptLookup?.acceptedTokens ?? 0),
    confidence: trace.confidence?.geometricMean ?? null,
    large: trace.large === null ? null : attemptOf(trace.large),
  };
}

function attemptOf({ outcome, code, reason, sentBytes, ms, draftOffered, draftAccepted }: LargeTrace): LargeAttempt {
  return {
    reason,
    wasSent: sentBytes > 0,
    withheld: outcome === "withheld" ? (code as WithheldReason) : null,
    error: outcome === "failed" ? (code as ErrorCode) : null,
    ms,
    draftOffered,
    draftAccepted,
  };
}
