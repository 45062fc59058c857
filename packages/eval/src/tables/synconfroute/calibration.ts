/** SynConfRoute 4.4: how many tasks calibration takes. */
import { synConfRoute } from "@nearfirst/core";
import { drawnSplit, splitByCluster } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import { AS_SYN_CONF_ROUTE, rightShare, routeTasks } from "../../methods/routed-task.js";
import { calibratedThresholds } from "../../methods/routing-methods.js";
import { paperValue } from "../../paper-numbers/paper-numbers.js";
import type { Cell } from "../cell.js";
import { pairsOf, SINGLE_LINE } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const paper = (key: string) => paperValue("synconfroute", "prose-rq2", key);

export interface CalibrationRuns {
  readonly size: number;
  readonly kind: "tasks" | "whole functions";
  /** pass@1 of SynConfRoute on the other tasks, one a seed, as a percentage. */
  readonly percents: readonly number[];
  readonly thresholds: readonly number[];
}

const CALIBRATION_SEEDS = [42, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const SIZES = [50, 100, 200, 400] as const;

export function calibrationRuns(pair: Pair): readonly CalibrationRuns[] {
  return SIZES.filter((size) => size < 0.8 * pair.tasks.length).flatMap((size) =>
    ([drawnSplit, splitByCluster] as const).map((splitOf): CalibrationRuns => {
      const runs = CALIBRATION_SEEDS.map((seed) => {
        const { calibration, test } = splitOf(pair.tasks, { count: size, seed });
        const threshold = calibratedThresholds(calibration, "tests").synConfRoute;
        const routed = routeTasks(test, synConfRoute({ threshold }), AS_SYN_CONF_ROUTE);
        return { threshold, percent: 100 * rightShare(routed).share };
      });
      return {
        size,
        kind: splitOf === drawnSplit ? "tasks" : "whole functions",
        percents: runs.map(({ percent }) => percent),
        thresholds: runs.map(({ threshold }) => threshold),
      };
    }),
  );
}

export function meanAndDeviation(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

export const CALIBRATION: EvaluationTable = {
  id: "synconfroute-calibration",
  title: "SynConfRoute 4.4: how many tasks calibration takes",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    return {
      ...EMPTY,
      columns: [
        "setting",
        "calibrated on",
        "drawn as",
        "pass@1, mean of seeds, %",
        "standard deviation, points",
        "thresholds",
      ],
      rows: pairs.flatMap((pair) =>
        calibrationRuns(pair).map(({ size, kind, percents, thresholds }): Cell[] => {
          const { mean, deviation } = meanAndDeviation(percents);
          const sorted = [...thresholds].sort((one, other) => one - other);
          return [
            pair.setting,
            size,
            kind,
            Number(mean.toFixed(2)),
            Number(deviation.toFixed(2)),
            `${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}`,
          ];
        }),
      ),
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "tests")),
        `SynConfRoute, its threshold the best on the calibration tasks, pass@1 on all others, ${CALIBRATION_SEEDS.length} seeds. The paper: sizes 50 to 400, three seeds, within ${paper("calibrationRobustnessPp")} points, standard deviation below ${paper("calibrationRobustnessStd")}. Whole functions: no function stands on both sides (reading R27).`,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};
