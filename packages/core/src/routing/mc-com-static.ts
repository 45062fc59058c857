import { confidenceGate, MC_COM_THRESHOLD } from "./confidence-threshold.js";
import type { RoutingPolicy } from "./policy.js";

export interface McComOptions {
  /** On the mean probability of the first tokens, in [0, 1]; only what exceeds it stays local. */
  readonly threshold: number;
}

/** MCCom's static routing alone (3.2): by confidence, while the local model still generates. */
export function mcComStatic({ threshold }: McComOptions = { threshold: MC_COM_THRESHOLD.threshold }): RoutingPolicy {
  const gate = confidenceGate({ ...MC_COM_THRESHOLD, threshold });
  return {
    name: "mcComStatic",
    usesSyntax: false,
    thresholdFor: () => threshold,
    duringLocal: gate.escalates,
    afterLocal: (facts) => gate.escalates(facts) ?? gate.keeps(facts),
  };
}
