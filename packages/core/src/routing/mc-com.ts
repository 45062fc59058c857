import { confidenceGate, MC_COM_THRESHOLD } from "./confidence-threshold.js";
import { escalatesRejection } from "./mc-com-dynamic.js";
import type { McComOptions } from "./mc-com-static.js";
import type { RoutingPolicy } from "./policy.js";

/** MCCom whole (3.2): confidence while generating, then the developer. */
export function mcCom({ threshold }: McComOptions = { threshold: MC_COM_THRESHOLD.threshold }): RoutingPolicy {
  const gate = confidenceGate({ ...MC_COM_THRESHOLD, threshold });
  return {
    name: "mcCom",
    usesSyntax: false,
    thresholdFor: () => threshold,
    beforeLocal: escalatesRejection,
    duringLocal: gate.escalates,
    afterLocal: (facts) => escalatesRejection(facts) ?? gate.escalates(facts) ?? gate.keeps(facts),
  };
}
