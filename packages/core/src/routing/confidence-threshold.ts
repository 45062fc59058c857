import { type ConfidenceScore, inUnitInterval, scoreOf, shown } from "./confidence-score.js";
import type { DuringLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface ConfidenceThresholdOptions {
  readonly score: ConfidenceScore;
  /** In [0, 1]. */
  readonly threshold: number;
  /** At equality SynConfRoute keeps the local answer (Algorithm 1: `c < t*`), MCCom does not (3.2: "exceeds"). */
  readonly atThreshold: "local" | "large";
}

/** The papers' thresholds: SynConfRoute 4.2 and MCCom 3.2. */
export const SYN_CONF_ROUTE_THRESHOLD: ConfidenceThresholdOptions = {
  score: "geometricMean",
  threshold: 0.7,
  atThreshold: "local",
};
export const MC_COM_THRESHOLD: ConfidenceThresholdOptions = {
  score: "arithmeticMean",
  threshold: 0.8,
  atThreshold: "large",
};

/** By confidence in the first tokens alone (SynConfRoute 4.4, "confidence only"). */
export function confidenceThreshold(options: ConfidenceThresholdOptions = SYN_CONF_ROUTE_THRESHOLD): RoutingPolicy {
  const gate = confidenceGate(options);
  return {
    name: "confidenceThreshold",
    usesSyntax: false,
    thresholdFor: () => options.threshold,
    duringLocal: gate.escalates,
    afterLocal: (facts) => gate.escalates(facts) ?? gate.keeps(facts),
  };
}

export interface ConfidenceGate {
  /** The decision for the large model; null where confidence is high enough. */
  readonly escalates: (facts: DuringLocalFacts) => RoutingDecision | null;
  /** The decision for the local model, where nothing else speaks against it. */
  readonly keeps: (facts: DuringLocalFacts) => RoutingDecision;
}

/** The part of a policy that looks at the first tokens. Throws a `RangeError` where the threshold is not in [0, 1]. */
export function confidenceGate({ score, threshold, atThreshold }: ConfidenceThresholdOptions): ConfidenceGate {
  inUnitInterval(threshold, "threshold");
  const [least, less] = atThreshold === "local" ? ["at least ", "below "] : ["above ", "not above "];
  // A sweep decides a million times: the words are made once.
  const kept = `confidence is ${least}${shown(threshold)}`;
  const sent = `confidence is ${less}${shown(threshold)}`;
  return {
    escalates: ({ confidence }) => {
      const value = scoreOf(confidence, score);
      const isHigh = atThreshold === "local" ? value >= threshold : value > threshold;
      return isHigh ? null : { tier: "large", reason: sent, score: value };
    },
    keeps: ({ confidence }) => ({ tier: "local", reason: kept, score: scoreOf(confidence, score) }),
  };
}
