/** Every policy at many thresholds, on rows alone: no model runs. */
import { lotOf, type PolicyName, policyNamed, scoreOf } from "@nearfirst/core";
import {
  bestPoint,
  type EvaluatedRow,
  type OperatingPoint,
  operatingPoint,
  operatingPoints,
  type SimulatedUser,
} from "@nearfirst/node";

export interface SweepOptions {
  readonly policies: readonly PolicyName[];
  /** Most thresholds of a policy, at least 2. With fewer distinct scores every threshold that makes a difference is tried. */
  readonly thresholds: number;
  readonly user: SimulatedUser;
  readonly networkMs: number;
}

export interface PolicySweep {
  readonly policy: PolicyName;
  /** From nothing escalated to everything; one point where the policy has no threshold. */
  readonly points: readonly OperatingPoint[];
  /** The most right answers; of equal ones the fewest escalations. Chosen on these rows, so it flatters. */
  readonly best: OperatingPoint;
  /** At the paper's threshold. */
  readonly paper: OperatingPoint;
}

/** What a policy compares with its threshold; those that are not here have none. */
const SCORES: Readonly<Partial<Record<PolicyName, (row: EvaluatedRow) => number>>> = {
  random: ({ task }) => lotOf(task),
  confidenceThreshold: ({ facts }) => scoreOf(facts.confidence, "geometricMean"),
  synConfRoute: ({ facts }) => scoreOf(facts.confidence, "geometricMean"),
  mcComStatic: ({ facts }) => scoreOf(facts.confidence, "arithmeticMean"),
  mcCom: ({ facts }) => scoreOf(facts.confidence, "arithmeticMean"),
  nearfirst: ({ facts }) => scoreOf(facts.confidence, "geometricMean"),
};

export function sweepPolicies(rows: readonly EvaluatedRow[], options: SweepOptions): readonly PolicySweep[] {
  const { policies, thresholds: most, user, networkMs } = options;
  const simulation = { user, networkMs };
  return policies.map((policy) => {
    const scoreOfRow = SCORES[policy];
    const paper = operatingPoint(policyNamed(policy), rows, { ...simulation, threshold: Number.NaN });
    const points =
      scoreOfRow === undefined
        ? [paper]
        : operatingPoints(
            (threshold) => policyNamed(policy, threshold),
            thresholdsFor(rows.map(scoreOfRow), most),
            rows,
            simulation,
          );
    return { policy, points, best: bestPoint(points, { kind: "quality" }) as OperatingPoint, paper };
  });
}

export interface PairFacts {
  readonly tasks: number;
  /** Shares of all tasks, in [0, 1]. */
  readonly localShare: number;
  readonly largeShare: number;
  readonly onlyLocalShare: number;
  readonly onlyLargeShare: number;
  /** Right by either: what the best router could reach. */
  readonly oracleShare: number;
}

export function pairFacts(rows: readonly EvaluatedRow[]): PairFacts {
  const share = (isIn: (row: EvaluatedRow) => boolean) => rows.filter(isIn).length / Math.max(1, rows.length);
  return {
    tasks: rows.length,
    localShare: share(({ local }) => local.isRight),
    largeShare: share(({ large }) => large.isRight),
    onlyLocalShare: share(({ local, large }) => local.isRight && !large.isRight),
    onlyLargeShare: share(({ local, large }) => !local.isRight && large.isRight),
    oracleShare: share(({ local, large }) => local.isRight || large.isRight),
  };
}

/** 0, 1, and between them the middles of neighbouring distinct scores, evenly by rank where there are more than asked for. */
function thresholdsFor(scores: readonly number[], most: number): readonly number[] {
  const distinct = [...new Set(scores)].sort((one, other) => one - other);
  const middles = distinct.slice(1).map((score, at) => (score + (distinct[at] as number)) / 2);
  const count = Math.min(middles.length, most - 2);
  const chosen = Array.from(
    { length: count },
    (_, at) => middles[Math.floor(((at + 0.5) * middles.length) / count)] as number,
  );
  return [...new Set([0, ...chosen, 1])];
}
