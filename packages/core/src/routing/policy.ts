/** Routing policies are pure: the same facts give the same decision (invariant 2 in ARCHITECTURE.md). */
import type { Confidence } from "../types.js";

/** What is known before the local model runs. */
export interface BeforeLocalFacts {
  readonly trigger: "automatic" | "explicit";
}

/** What is known once the first tokens are generated. */
export interface DuringLocalFacts extends BeforeLocalFacts {
  readonly confidence: Confidence;
}

/** What is known once the local answer is complete. */
export interface AfterLocalFacts extends BeforeLocalFacts {
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

/** Up to three decision points; null at a point means: go on and decide later. `afterLocal` always decides. */
export interface RoutingPolicy {
  readonly name: string;
  readonly beforeLocal?: (facts: BeforeLocalFacts) => RoutingDecision | null;
  readonly duringLocal?: (facts: DuringLocalFacts) => RoutingDecision | null;
  readonly afterLocal: (facts: AfterLocalFacts) => RoutingDecision;
}
