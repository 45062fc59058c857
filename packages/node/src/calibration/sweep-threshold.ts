/** Every operating point of a policy on evaluated tasks, and the best of them (SynConfRoute 4.2). */
import type { RoutingPolicy } from "@nearfirst/core";
import type { EvaluatedRow } from "./evaluated-row.js";
import { type SimulatedRequest, type SimulationOptions, simulateRequest } from "./simulate-request.js";

export interface OperatingPoint {
  /** In [0, 1]. */
  readonly threshold: number;
  /** Of all tasks, in [0, 1]: right in the end, answered by the large model. */
  readonly rightShare: number;
  readonly escalatedShare: number;
  /** Mean, and the time that 95 of 100 requests do not exceed, in milliseconds. */
  readonly meanMs: number;
  readonly p95Ms: number;
}

/** What to choose a threshold for. `quality`: the most right answers; the others: the most within a limit. */
export type Objective =
  | { readonly kind: "quality" }
  | { readonly kind: "escalated"; readonly mostShare: number }
  | { readonly kind: "latency"; readonly mostP95Ms: number };

export function operatingPoint(
  policy: RoutingPolicy,
  rows: readonly EvaluatedRow[],
  { threshold, ...options }: SimulationOptions & { readonly threshold: number },
): OperatingPoint {
  return pointOf(rows.length, threshold, (at) => simulateRequest(policy, rows[at] as EvaluatedRow, options));
}

/**
 * The points of a policy at thresholds in ascending order. A row's end changes at one of them at most, as the policy
 * compares one score with its threshold: so each row is simulated for a few of them, and not for all.
 */
export function operatingPoints(
  policyAt: (threshold: number) => RoutingPolicy,
  thresholds: readonly number[],
  rows: readonly EvaluatedRow[],
  options: SimulationOptions,
): readonly OperatingPoint[] {
  const policies = thresholds.map(policyAt);
  const turns = rows.map((row) => turnOf(row, policies, options));
  return thresholds.map((threshold, index) =>
    pointOf(rows.length, threshold, (at) => {
      const { before, after, from } = turns[at] as Turn;
      return index < from ? before : after;
    }),
  );
}

/** How a request ends at the thresholds before one, and from that one on. */
interface Turn {
  readonly before: SimulatedRequest;
  readonly after: SimulatedRequest;
  readonly from: number;
}

function turnOf(row: EvaluatedRow, policies: readonly RoutingPolicy[], options: SimulationOptions): Turn {
  const endAt = (index: number) => simulateRequest(policies[index] as RoutingPolicy, row, options);
  let [low, high] = [0, policies.length - 1];
  const before = endAt(low);
  let after = endAt(high);
  if (isSameEnd(before, after)) return { before, after, from: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const end = endAt(middle);
    if (isSameEnd(before, end)) low = middle;
    else [high, after] = [middle, end];
  }
  return { before, after, from: high };
}

function isSameEnd(one: SimulatedRequest, other: SimulatedRequest): boolean {
  return one.isRight === other.isRight && one.isEscalated === other.isEscalated && one.ms === other.ms;
}

function pointOf(rows: number, threshold: number, endOf: (at: number) => SimulatedRequest): OperatingPoint {
  const times = new Float64Array(rows);
  let [right, escalated, totalMs] = [0, 0, 0];
  for (let at = 0; at < rows; at++) {
    const { isRight, isEscalated, ms } = endOf(at);
    times[at] = ms;
    totalMs += ms;
    if (isRight) right++;
    if (isEscalated) escalated++;
  }
  times.sort();
  const count = Math.max(1, rows);
  return {
    threshold,
    rightShare: right / count,
    escalatedShare: escalated / count,
    meanMs: totalMs / count,
    p95Ms: times[Math.max(0, Math.ceil(0.95 * rows) - 1)] ?? 0,
  };
}

/**
 * The points at all thresholds that make a difference, from nothing escalated to everything: one below, between and above
 * the rows' distinct scores (docs/readings.md R23). `scoreOf`: what the policy compares with its threshold, in [0, 1].
 */
export function sweepThreshold(
  policyAt: (threshold: number) => RoutingPolicy,
  scoreOf: (row: EvaluatedRow) => number,
  rows: readonly EvaluatedRow[],
  options: SimulationOptions,
): readonly OperatingPoint[] {
  return operatingPoints(policyAt, thresholdsFor(rows.map(scoreOf)), rows, options);
}

/** The best point; of equal ones that with the fewest escalations, then the lowest threshold. Null where none keeps the limit. */
export function bestPoint(points: readonly OperatingPoint[], objective: Objective): OperatingPoint | null {
  let best: OperatingPoint | null = null;
  for (const point of points) {
    if (!isWithin(point, objective)) continue;
    const isBetter =
      best === null ||
      point.rightShare > best.rightShare ||
      (point.rightShare === best.rightShare && point.escalatedShare < best.escalatedShare);
    if (isBetter) best = point;
  }
  return best;
}

function isWithin({ escalatedShare, p95Ms }: OperatingPoint, objective: Objective): boolean {
  switch (objective.kind) {
    case "quality":
      return true;
    case "escalated":
      return escalatedShare <= objective.mostShare;
    case "latency":
      return p95Ms <= objective.mostP95Ms;
  }
}

/** 0, the middles between neighbouring distinct scores, and 1. */
function thresholdsFor(scores: readonly number[]): readonly number[] {
  const distinct = [...new Set(scores)].sort((one, other) => one - other);
  const middles = distinct.slice(1).map((score, at) => (score + (distinct[at] as number)) / 2);
  return [...new Set([0, ...middles, 1])];
}
