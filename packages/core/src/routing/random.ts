import { inUnitInterval, shown } from "./confidence-score.js";
import type { BeforeLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface RandomOptions {
  /** Of the requests, those that the large model answers, in [0, 1]. */
  readonly share: number;
}

/** Draws lots: what a router must beat at the same share. */
export function random({ share }: RandomOptions = { share: 0.5 }): RoutingPolicy {
  inUnitInterval(share, "share");
  const large = ({ lot }: BeforeLocalFacts): RoutingDecision | null =>
    lot < share ? { tier: "large", reason: `the lot is below ${shown(share)}`, score: lot } : null;
  return {
    name: "random",
    usesSyntax: false,
    beforeLocal: large,
    afterLocal: (facts) =>
      large(facts) ?? { tier: "local", reason: `the lot is not below ${shown(share)}`, score: facts.lot },
  };
}
