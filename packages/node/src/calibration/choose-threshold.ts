/** The threshold of the `nearfirst` policy for one's own pair of models, by evaluated tasks (SynConfRoute 4.2). */
import { policyNamed, scoreOf } from "@nearfirst/core";
import type { EvaluatedRow } from "./evaluated-row.js";
import type { SimulationOptions } from "./simulate-request.js";
import { bestPoint, type Objective, type OperatingPoint, sweepThreshold } from "./sweep-threshold.js";

/** Fewer tasks tell chance (SynConfRoute 4.2: 50 to 400). */
export const FEWEST_TASKS = 50;

export interface ChosenThreshold {
  readonly tasks: number;
  /** Every operating point, from nothing escalated to everything. */
  readonly points: readonly OperatingPoint[];
  /** Null where no threshold keeps the objective's limit. */
  readonly chosen: OperatingPoint | null;
}

export interface ChosenThresholds {
  readonly all: ChosenThreshold;
  /** By language, where there are at least `FEWEST_TASKS` of it. */
  readonly languages: ReadonlyMap<string, ChosenThreshold>;
}

/** The policy, and the score that its threshold is one of. */
export const CALIBRATED = { policy: "nearfirst", score: "geometricMean" } as const;

export function chooseThresholds(rows: readonly EvaluatedRow[], objective: Objective): ChosenThresholds {
  const languages = [...new Set(rows.map(({ languageId }) => languageId))].sort();
  const own = languages
    .map((languageId) => [languageId, rows.filter((row) => row.languageId === languageId)] as const)
    .filter(([, ofLanguage]) => ofLanguage.length >= FEWEST_TASKS);
  return {
    all: chosenOf(rows, objective),
    languages: new Map(own.map(([languageId, ofLanguage]) => [languageId, chosenOf(ofLanguage, objective)])),
  };
}

/** Every operating point of the policy on the rows, from nothing escalated to everything. */
export function nearfirstPoints(rows: readonly EvaluatedRow[], options: SimulationOptions): readonly OperatingPoint[] {
  return sweepThreshold(
    (threshold) => policyNamed(CALIBRATED.policy, threshold),
    ({ facts }) => scoreOf(facts.confidence, CALIBRATED.score),
    rows,
    options,
  );
}

function chosenOf(rows: readonly EvaluatedRow[], objective: Objective): ChosenThreshold {
  // A user who refuses every wrong answer would leave the threshold nothing to do; the times hold the network already.
  const points = nearfirstPoints(rows, { user: "accepts-all", networkMs: 0 });
  return { tasks: rows.length, points, chosen: bestPoint(points, objective) };
}
