/** Replays one evaluated task through a policy, with a simulated user and a network. */
import { type AfterLocalFacts, decide, lotOf, type RoutingPolicy, type Tier } from "@nearfirst/core";
import type { EvaluatedRow } from "./evaluated-row.js";

/**
 * `accepts-all`: takes what is shown (SynConfRoute). `accepts-only-right`: refuses an answer that is not what he wanted,
 * and so knows what that is (MCCom 4.2, an oracle).
 */
export type SimulatedUser = "accepts-all" | "accepts-only-right";

export interface SimulationOptions {
  readonly user: SimulatedUser;
  /** Added to each answer of the large model, in milliseconds (MCCom 4.3: 200). */
  readonly networkMs: number;
}

export interface SimulatedRequest {
  readonly shownFirst: Tier;
  readonly tier: Tier;
  /** Whether the answer that is there in the end is right, and the one shown first. */
  readonly isRight: boolean;
  readonly isFirstRight: boolean;
  /** Whether the large model was asked: at most once for a request. */
  readonly isEscalated: boolean;
  /** Parts add up one after the other; the user's time is not counted (MCCom 4.2). */
  readonly ms: number;
}

/** A local answer is left off at the first tokens where the decision falls there (docs/readings.md R22). */
export function simulateRequest(
  policy: RoutingPolicy,
  row: EvaluatedRow,
  { user, networkMs }: SimulationOptions,
): SimulatedRequest {
  const facts = factsOf(row);
  const { tier: shownFirst, point } = decide(policy, facts);
  const largeMs = row.large.ms + networkMs;
  if (shownFirst === "large") {
    const localMs = { "before-local": 0, "during-local": row.local.firstTokensMs, "after-local": row.local.ms }[point];
    const { isRight } = row.large;
    return { shownFirst, tier: "large", isRight, isFirstRight: isRight, isEscalated: true, ms: localMs + largeMs };
  }
  const { isRight: isFirstRight, ms } = row.local;
  const isRefused = user === "accepts-only-right" && !isFirstRight;
  const again = isRefused ? decide(policy, { ...facts, rejection: "typed-against" }).tier : "local";
  return again === "local"
    ? { shownFirst, tier: "local", isRight: isFirstRight, isFirstRight, isEscalated: false, ms }
    : { shownFirst, tier: "large", isRight: row.large.isRight, isFirstRight, isEscalated: true, ms: ms + largeMs };
}

/** A sweep asks for the same rows at each of its thresholds. */
const FACTS = new WeakMap<EvaluatedRow, AfterLocalFacts>();

function factsOf(row: EvaluatedRow): AfterLocalFacts {
  const known = FACTS.get(row);
  if (known !== undefined) return known;
  const { task, languageId } = row;
  const facts = { ...row.facts, trigger: "automatic", languageId, rejection: null, lot: lotOf(task) } as const;
  FACTS.set(row, facts);
  return facts;
}
