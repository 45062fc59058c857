import { alwaysLarge } from "./always-large.js";
import { alwaysLocal } from "./always-local.js";
import { cascade } from "./cascade.js";
import { confidenceThreshold, SYN_CONF_ROUTE_THRESHOLD } from "./confidence-threshold.js";
import { mcCom } from "./mc-com.js";
import { mcComDynamic } from "./mc-com-dynamic.js";
import { mcComStatic } from "./mc-com-static.js";
import { nearfirst } from "./nearfirst.js";
import type { RoutingPolicy } from "./policy.js";
import { random } from "./random.js";
import { synConfRoute } from "./syn-conf-route.js";

/** A policy at a threshold in [0, 1]; null for its paper's. Policies without a threshold of their own leave it aside. */
type PolicyAt = (threshold: number | null) => RoutingPolicy;

/** All policies by name. A new one joins here. */
const BY_NAME = {
  alwaysLocal: () => alwaysLocal,
  alwaysLarge: () => alwaysLarge,
  random: (share) => (share === null ? random() : random({ share })),
  confidenceThreshold: (threshold) =>
    confidenceThreshold(threshold === null ? undefined : { ...SYN_CONF_ROUTE_THRESHOLD, threshold }),
  cascade: () => cascade(),
  synConfRoute: (threshold) => synConfRoute(threshold === null ? undefined : { threshold }),
  mcComStatic: (threshold) => mcComStatic(threshold === null ? undefined : { threshold }),
  mcComDynamic: () => mcComDynamic,
  mcCom: (threshold) => mcCom(threshold === null ? undefined : { threshold }),
  nearfirst: (threshold) =>
    nearfirst(threshold === null ? undefined : { ...SYN_CONF_ROUTE_THRESHOLD, threshold, blank: "local" }),
} as const satisfies Readonly<Record<string, PolicyAt>>;

export type PolicyName = keyof typeof BY_NAME;

export const POLICY_NAMES = Object.keys(BY_NAME) as readonly PolicyName[];

/** Throws a `RangeError` where the threshold is not in [0, 1]. */
export function policyNamed(name: PolicyName, threshold: number | null = null): RoutingPolicy {
  const policyAt: PolicyAt = BY_NAME[name];
  return policyAt(threshold);
}

/** All of them with the papers' thresholds. */
export const POLICIES: readonly RoutingPolicy[] = POLICY_NAMES.map((name) => policyNamed(name));
