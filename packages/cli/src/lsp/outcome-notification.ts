/** `nearfirst/outcome`: tells the client how each request ended and why. It never holds code. */
import { type LargeTrace, type Outcome, outcomeReason, type RoutingTrace, type Trace } from "@nearfirst/core";

export const OUTCOME_METHOD = "nearfirst/outcome";

/** Why the server ended a request by itself. */
export type ServerReason =
  /** The model is being loaded. */
  | "loading"
  /** The document is not open, or was closed meanwhile. */
  | "document-not-open"
  /** The settings allow suggestions only when asked for. */
  | "automatic-off"
  /** The settings allow suggestions in comments only when asked for. */
  | "comments-off"
  /** A newer request for the same document came. */
  | "superseded"
  /** The editor cancelled the request. */
  | "cancelled"
  /** What the suggestion replaces is not on the cursor's line alone, which LSP cannot say. */
  | "range-not-on-line";

export interface OutcomeNotification {
  readonly uri: string;
  /** The document's version that the request saw; null where it is not open. */
  readonly version: number | null;
  readonly kind: Outcome["kind"];
  /**
   * `skipped`, `dropped`: why. `cancelled`: `superseded`, `cancelled`, or the stage that was reached. `failed`: the
   * error's code. Null for `suggested`.
   */
  readonly reason: string | null;
  /** For `failed`: what happened and what to do next. */
  readonly message: string | null;
  readonly tier: "local" | "large" | null;
  /** Where the answer came from; `typed-through`, `cache` and `in-flight` cost no model call. */
  readonly source: Trace["source"];
  /** From the request's arrival to its answer, with the pause in typing. */
  readonly ms: number;
  /** Of these, the pause for a newer request; the whole of them for one that ended in it. */
  readonly waitedMs: number;
  /** Of these, inside the engine: forward passes, and tokenising. */
  readonly engineMs: number;
  readonly promptTokens: number;
  readonly tokensEvaluated: number;
  readonly tokensReused: number;
  readonly forwardPasses: number;
  /** How many pieces of other files were in the prompt. */
  readonly snippets: number;
  /** exp of the mean log-probability of the first tokens, in [0, 1]; null where no model answered. */
  readonly confidence: number | null;
  /** Which model the policy wanted and why; null where the request did not come so far. */
  readonly routing: Pick<RoutingTrace, "policy" | "decision" | "reason" | "score"> | null;
  /** What became of asking the large model, and how much left the machine for it; null where it was not asked. */
  readonly large: LargeTrace | null;
  /** The id that `nearfirst.accept` takes; null where nothing is shown. */
  readonly suggestionId: string | null;
}

export type Ended = Pick<OutcomeNotification, "uri" | "version" | "ms" | "waitedMs">;

/** For a request that reached the pipeline. */
export function outcomeNotification(ended: Ended, outcome: Outcome, suggestionId: string | null): OutcomeNotification {
  const { trace } = outcome;
  return {
    ...ended,
    kind: outcome.kind,
    reason: outcomeReason(outcome),
    message: outcome.kind === "failed" ? outcome.error.message : null,
    tier: outcome.kind === "suggested" ? outcome.tier : null,
    source: trace.source,
    engineMs: trace.engineMs,
    promptTokens: trace.promptTokens,
    tokensEvaluated: trace.tokensEvaluated,
    tokensReused: trace.tokensReused,
    forwardPasses: trace.forwardPasses,
    snippets: trace.snippets.length,
    confidence: trace.confidence?.geometricMean ?? null,
    routing: routingOf(trace),
    large: trace.large,
    suggestionId,
  };
}

function routingOf({ routing }: Trace): OutcomeNotification["routing"] {
  if (routing === null) return null;
  const { policy, decision, reason, score } = routing;
  return { policy, decision, reason, score };
}

/** For a request that the server ended by itself. */
export function serverNotification(
  ended: Ended,
  kind: "skipped" | "cancelled" | "failed",
  reason: string,
  message: string | null = null,
): OutcomeNotification {
  const nothing = { engineMs: 0, promptTokens: 0, tokensEvaluated: 0, tokensReused: 0, forwardPasses: 0, snippets: 0 };
  return {
    ...ended,
    kind,
    reason,
    message,
    tier: null,
    source: null,
    ...nothing,
    confidence: null,
    routing: null,
    large: null,
    suggestionId: null,
  };
}
