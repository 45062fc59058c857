import { confidenceGate, SYN_CONF_ROUTE_THRESHOLD } from "./confidence-threshold.js";
import type { AfterLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface SynConfRouteOptions {
  /** t* of Algorithm 1, in [0, 1]. */
  readonly threshold: number;
}

/** SynConfRoute, Algorithm 1 (4.1). The local answer is always completed, and parsed only where it is confident. */
export function synConfRoute(
  { threshold }: SynConfRouteOptions = { threshold: SYN_CONF_ROUTE_THRESHOLD.threshold },
): RoutingPolicy {
  const gate = confidenceGate({ ...SYN_CONF_ROUTE_THRESHOLD, threshold });
  return {
    name: "synConfRoute",
    usesSyntax: true,
    asksWithTaskAlone: true,
    thresholdFor: () => threshold,
    // Lines 2 and 3, then 4 and 5, then 6.
    afterLocal: (facts) =>
      gate.escalates(facts) ?? escalatesBrokenSyntax(facts, gate.keeps(facts)) ?? gate.keeps(facts),
  };
}

/** For the large model where the answer does not parse; null otherwise. `confident`: the decision that it overrules. */
export function escalatesBrokenSyntax(facts: AfterLocalFacts, confident: RoutingDecision): RoutingDecision | null {
  if (facts.syntax !== "invalid") return null;
  return { tier: "large", reason: "the code with the local answer does not parse", score: confident.score };
}
