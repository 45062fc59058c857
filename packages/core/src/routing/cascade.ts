import { type ConfidenceScore, inUnitInterval, scoreOf, shown } from "./confidence-score.js";
import type { DuringLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface CascadeOptions {
  readonly score: ConfidenceScore;
  /** Below it the large model answers, in [0, 1]. */
  readonly low: number;
  /** From it on the local answer stands, in [low, 1]. */
  readonly high: number;
  /** In between, the least mean over all tokens with which the local answer stands, in [0, 1]. */
  readonly whole: number;
}

/**
 * Two thresholds (SynConfRoute 4.4, "cascade": a low-confidence gate, and a second threshold for borderline cases). The
 * paper prints neither its rule nor a result: a reconstruction (docs/readings.md R18). The thresholds are the ends of the
 * paper's range and its own choice.
 */
export function cascade(
  options: CascadeOptions = { score: "geometricMean", low: 0.5, high: 0.8, whole: 0.7 },
): RoutingPolicy {
  const { score, low, high, whole } = options;
  for (const name of ["low", "high", "whole"] as const) inUnitInterval(options[name], name);
  if (low > high) throw new RangeError(`low is ${low} and high is ${high}; low cannot be above high.`);
  const escalates = ({ confidence }: DuringLocalFacts): RoutingDecision | null => {
    const value = scoreOf(confidence, score);
    return value < low ? { tier: "large", reason: `confidence is below ${shown(low)}`, score: value } : null;
  };
  return {
    name: "cascade",
    usesSyntax: false,
    asksWithTaskAlone: true,
    duringLocal: escalates,
    afterLocal: (facts) => {
      const first = scoreOf(facts.confidence, score);
      if (first >= high) return { tier: "local", reason: `confidence is at least ${shown(high)}`, score: first };
      const large = escalates(facts);
      if (large !== null) return large;
      const all = scoreOf(facts.wholeConfidence, score);
      return all >= whole
        ? { tier: "local", reason: `confidence of the whole answer is at least ${shown(whole)}`, score: all }
        : { tier: "large", reason: `confidence of the whole answer is below ${shown(whole)}`, score: all };
    },
  };
}
