import type { RoutingTrace } from "../types.js";
import type { AfterLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface PointedDecision extends RoutingDecision {
  readonly point: RoutingTrace["point"];
}

/** Replays a policy over all facts of one request, in the order in which `complete()` asks it. */
export function decide(policy: RoutingPolicy, facts: AfterLocalFacts): PointedDecision {
  const before = policy.beforeLocal?.(facts) ?? null;
  if (before !== null) return { ...before, point: "before-local" };
  const during = policy.duringLocal?.(facts) ?? null;
  if (during !== null) return { ...during, point: "during-local" };
  return { ...policy.afterLocal(facts), point: "after-local" };
}
