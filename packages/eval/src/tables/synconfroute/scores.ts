import { calibrationSplit } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import { CONFIDENCE_SCORES, codeProbabilities, confidenceBy } from "../../methods/first-token-scores.js";
import type { Pair } from "../../methods/pair.js";
import { pairedGain, rightShare } from "../../methods/routed-task.js";
import { areaUnder, routeByScore, scoredCurve } from "../../methods/scored-curve.js";
import { paperValue } from "../../paper-numbers/paper-numbers.js";
import { type Cell, percentCell, pointsCell } from "../cell.js";
import { pairsOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const paper = (key: string) => paperValue("synconfroute", "prose-rq2", key);

export const SCORES: EvaluationTable = {
  id: "synconfroute-scores",
  title: "SynConfRoute 4.4: confidence by other scores",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    const rows = pairs.flatMap((pair) => {
      const { calibration, test } = calibrationSplit(pair.tasks);
      const outcomes = CONFIDENCE_SCORES.map((name) => {
        const scoresOf = (tasks: typeof test) =>
          tasks.map(({ local }) => confidenceBy(name, codeProbabilities(local.row)));
        const threshold = bestScoreThreshold(calibration, scoresOf(calibration));
        const options = { measure: "tests", networkMs: 0, decides: "after", threshold } as const;
        const scores = scoresOf(test);
        return { name, threshold, scores, routed: routeByScore(test, scores, options) };
      });
      const own = outcomes[0]?.routed ?? [];
      return outcomes.map(({ name, threshold, scores, routed }): Cell[] => [
        pair.setting,
        name,
        Number(threshold.toFixed(3)),
        percentCell(rightShare(routed)),
        pointsCell(pairedGain(routed, own)),
        { value: 100 * areaUnder(scoredCurve(test, scores, { measure: "tests" })), unit: "%", digits: 2 },
      ]);
    });
    return {
      ...EMPTY,
      columns: [
        "setting",
        "score",
        "calibrated threshold",
        "pass@1",
        "against the paper's score",
        "mean over all budgets",
      ],
      rows,
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "tests")),
        `Confidence alone, without the syntax gate; thresholds as calibrated. The paper: within ${paper("alternativeMetricsWithinPp")} points of each other.`,
        INTERVALS,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

/** The most right answers, of equal ones the fewest escalations. */
export function bestScoreThreshold(tasks: Pair["tasks"], scores: readonly number[]): number {
  const candidates = [0, ...new Set(scores)].sort((one, other) => one - other);
  let best = { threshold: 0, right: -1 };
  for (const threshold of [...candidates, Number.POSITIVE_INFINITY]) {
    const right = tasks.filter(({ evaluated }, at) =>
      (scores[at] as number) < threshold ? evaluated.tests.large.isRight : evaluated.tests.local.isRight,
    ).length;
    if (right > best.right) best = { threshold, right };
  }
  return best.threshold;
}
