import type { RoutingTrace } from "../types.js";
import type { AfterLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

export interface PointedDecision extends RoutingDecision {
  readonly point: RoutingTrace["point"];
}

/** Replays a policy over all facts of one request, in the order in which `complete()` asks it. */
export function decide(policy: RoutingPolicy, facts: AfterLocalFacts): PointedDecision {
  const before = policy.beforeLocal?.(facts) ?? null;
  if (before !== null) return pointed(before, "before-local");
  const during = policy.duringLocal?.(facts) ?? null;
  if (during !== null) return pointed(during, "during-local");
  return pointed(policy.afterLocal(facts), "after-local");
}

/** Field by field: a sweep decides a million times, and a spread takes most of that. */
function pointed({ tier, reason, score }: RoutingDecision, point: RoutingTrace["point"]): PointedDecision {
  return { tier, reason, score, point };
}
