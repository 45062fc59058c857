/** The calibration curve of SynConfRoute, on the calibration tasks and on the others. */
import { synConfRoute } from "@nearfirst/core";
import { operatingPoint } from "@nearfirst/node";
import { calibrationSplit } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair, PairedTask } from "../../methods/pair.js";
import { calibratedThresholds } from "../../methods/routing-methods.js";
import { type ThresholdPoint, thresholdCurves } from "../../plots/threshold-curves.js";
import type { Cell } from "../cell.js";
import { pairsOf, SINGLE_LINE } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export const CALIBRATION_CURVE: EvaluationTable = {
  id: "plot-calibration",
  title: "The calibration curve of SynConfRoute",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    const [first] = pairs;
    return {
      ...EMPTY,
      columns: ["setting", "tasks", "threshold", "right, %", "escalated, %"],
      rows: pairs.flatMap((pair) =>
        pointsOf(pair)
          .filter(({ threshold }) => Math.abs(threshold * 10 - Math.round(threshold * 10)) < 1e-9)
          .map((point): Cell[] => [
            pair.setting,
            point.tasks,
            point.threshold,
            Number(point.percent.toFixed(1)),
            Number(point.escalatedPercent.toFixed(1)),
          ]),
      ),
      figures:
        first === undefined
          ? []
          : [
              thresholdCurves({
                title: "Calibration of SynConfRoute",
                subtitle: `${first.benchmark}, ${first.setting}; local ${first.local.model.name}, large ${first.large.model.name}`,
                points: pointsOf(first),
                chosen: calibratedThresholds(calibrationSplit(first.tasks).calibration, "tests").synConfRoute,
              }),
            ],
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "tests")),
        "Where both curves part, a threshold that is best on the calibration tasks is not best elsewhere.",
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

/** At every hundredth. */
function pointsOf(pair: Pair): readonly ThresholdPoint[] {
  const { calibration, test } = calibrationSplit(pair.tasks);
  return [...curveOf(calibration, "calibration"), ...curveOf(test, "test")];
}

function curveOf(tasks: readonly PairedTask[], name: ThresholdPoint["tasks"]): readonly ThresholdPoint[] {
  const rows = tasks.map(({ evaluated }) => evaluated.tests);
  return Array.from({ length: 101 }, (_, at) => {
    const threshold = at / 100;
    const options = { user: "accepts-all", networkMs: 0, threshold } as const;
    const { rightShare, escalatedShare } = operatingPoint(synConfRoute({ threshold }), rows, options);
    return {
      tasks: name,
      threshold,
      percent: 100 * rightShare,
      escalatedPercent: 100 * escalatedShare,
    };
  });
}
