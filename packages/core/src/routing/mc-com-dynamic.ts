import type { Rejection } from "../user-action.js";
import type { BeforeLocalFacts, RoutingDecision, RoutingPolicy } from "./policy.js";

/** MCCom's dynamic routing alone (3.2): the developer decides, by refusing what was shown. */
export const mcComDynamic: RoutingPolicy = {
  name: "mcComDynamic",
  usesSyntax: false,
  beforeLocal: escalatesRejection,
  afterLocal: (facts) =>
    escalatesRejection(facts) ?? { tier: "local", reason: "no suggestion was refused here", score: null },
};

const IN_WORDS: Readonly<Record<Rejection, string>> = {
  "typed-against": "the developer typed something else than the local answer",
  deleted: "the developer deleted the local answer",
  dismissed: "the developer dismissed the local answer",
  "asked-for-another": "the developer asked for another answer",
};

/** For the large model after a rejection; null where there was none. */
export function escalatesRejection({ rejection }: BeforeLocalFacts): RoutingDecision | null {
  return rejection === null ? null : { tier: "large", reason: IN_WORDS[rejection], score: null };
}
