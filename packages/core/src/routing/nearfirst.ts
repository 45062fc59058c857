import { type ConfidenceThresholdOptions, confidenceGate, SYN_CONF_ROUTE_THRESHOLD } from "./confidence-threshold.js";
import { escalatesRejection } from "./mc-com-dynamic.js";
import type { RoutingPolicy } from "./policy.js";
import { escalatesBrokenSyntax } from "./syn-conf-route.js";

export interface NearfirstOptions extends ConfidenceThresholdOptions {
  /** What becomes of an answer of white space alone: the papers' rules keep it (docs/readings.md R19). */
  readonly blank: "local" | "large";
}

/**
 * Both papers as one: confidence while generating (MCCom 3.2), then syntax (SynConfRoute Algorithm 1), then what the
 * developer does with what is shown (MCCom 3.2).
 */
export function nearfirst(options: NearfirstOptions = { ...SYN_CONF_ROUTE_THRESHOLD, blank: "local" }): RoutingPolicy {
  const gate = confidenceGate(options);
  return {
    name: "nearfirst",
    usesSyntax: true,
    thresholdFor: () => options.threshold,
    beforeLocal: escalatesRejection,
    duringLocal: gate.escalates,
    afterLocal: (facts) => {
      const early = escalatesRejection(facts) ?? gate.escalates(facts);
      if (early !== null) return early;
      const keeps = gate.keeps(facts);
      if (facts.isBlank && options.blank === "large")
        return { tier: "large", reason: "the local answer is blank", score: keeps.score };
      return escalatesBrokenSyntax(facts, keeps) ?? keeps;
    },
  };
}
