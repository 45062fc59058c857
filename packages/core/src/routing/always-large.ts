import type { RoutingDecision, RoutingPolicy } from "./policy.js";

const LARGE: RoutingDecision = { tier: "large", reason: "this policy always asks the large model", score: null };

/** The large model answers every request (SynConfRoute 4.4 and MCCom 4.4, the baselines "always large", "LLM-only"). */
export const alwaysLarge: RoutingPolicy = {
  name: "alwaysLarge",
  usesSyntax: false,
  beforeLocal: () => LARGE,
  afterLocal: () => LARGE,
};
