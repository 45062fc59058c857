/** Every operating point of a policy on evaluated tasks, and the best of them (SynConfRoute 4.2). */
import type { RoutingPolicy } from "@nearfirst/core";
import type { EvaluatedRow } from "./evaluated-row.js";
import { type SimulationOptions, simulateRequest } from "./simulate-request.js";

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
  options: SimulationOptions & { readonly threshold: number },
): OperatingPoint {
  const times = new Float64Array(rows.length);
  let [right, escalated, totalMs] = [0, 0, 0];
  let at = 0;
  for (const row of rows) {
    const { isRight, isEscalated, ms } = simulateRequest(policy, row, options);
    times[at++] = ms;
    totalMs += ms;
    if (isRight) right++;
    if (isEscalated) escalated++;
  }
  times.sort();
  const count = Math.max(1, rows.length);
  return {
    threshold: options.threshold,
    rightShare: right / count,
    escalatedShare: escalated / count,
    meanMs: totalMs / count,
    p95Ms: times[Math.max(0, Math.ceil(0.95 * rows.length) - 1)] ?? 0,
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
  return thresholdsFor(rows.map(scoreOf)).map((threshold) =>
    operatingPoint(policyAt(threshold), rows, { ...options, threshold }),
  );
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
