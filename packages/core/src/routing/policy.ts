/** Routing policies are pure: the same facts give the same decision (invariant 2 in ARCHITECTURE.md). */
import type { Confidence } from "../types.js";

/** What is known once the local answer is complete. */
export interface AfterLocalFacts {
  readonly trigger: "automatic" | "explicit";
  /** Null where the model generated no token. */
  readonly confidence: Confidence | null;
}

export interface RoutingDecision {
  readonly tier: "local" | "large";
  /** In words, for the trace. */
  readonly reason: string;
  /** The score that was compared with the threshold; null where the policy has none. */
  readonly score: number | null;
}

/** Decides which model's answer is shown. */
export interface RoutingPolicy {
  readonly name: string;
  readonly afterLocal: (facts: AfterLocalFacts) => RoutingDecision;
}
