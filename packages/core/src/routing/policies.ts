import { alwaysLarge } from "./always-large.js";
import { alwaysLocal } from "./always-local.js";
import { cascade } from "./cascade.js";
import { confidenceThreshold } from "./confidence-threshold.js";
import { mcCom } from "./mc-com.js";
import { mcComDynamic } from "./mc-com-dynamic.js";
import { mcComStatic } from "./mc-com-static.js";
import { nearfirst } from "./nearfirst.js";
import type { RoutingPolicy } from "./policy.js";
import { random } from "./random.js";
import { synConfRoute } from "./syn-conf-route.js";

/** All policies, with the papers' thresholds. A new one joins here. */
export const POLICIES: readonly RoutingPolicy[] = [
  alwaysLocal,
  alwaysLarge,
  random(),
  confidenceThreshold(),
  cascade(),
  synConfRoute(),
  mcComStatic(),
  mcComDynamic,
  mcCom(),
  nearfirst(),
];
