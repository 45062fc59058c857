/** SynConfRoute 4.4 and 5.1: whether a threshold carries over to other benchmarks. */
import { synConfRoute } from "@nearfirst/core";
import { calibrationSplit } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import { AS_SYN_CONF_ROUTE, pairedGain, rightShare, routeTasks } from "../../methods/routed-task.js";
import { calibratedThresholds } from "../../methods/routing-methods.js";
import { type Cell, percentCell, pointsCell } from "../cell.js";
import { allPairs, pairIn, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { SAFIM_SPLITS } from "./safim.js";

export interface Transfer {
  readonly from: number;
  readonly own: number;
  readonly carriedOver: ReturnType<typeof routeTasks>;
  readonly calibrated: ReturnType<typeof routeTasks>;
}

/** On the test tasks of `pair`, by the threshold of another benchmark and by its own. */
export function transferTo(pair: Pair, from: Pair): Transfer {
  const { calibration, test } = calibrationSplit(pair.tasks);
  const threshold = calibratedThresholds(calibrationSplit(from.tasks).calibration, "tests").synConfRoute;
  const own = calibratedThresholds(calibration, "tests").synConfRoute;
  return {
    from: threshold,
    own,
    carriedOver: routeTasks(test, synConfRoute({ threshold }), AS_SYN_CONF_ROUTE),
    calibrated: routeTasks(test, synConfRoute({ threshold: own }), AS_SYN_CONF_ROUTE),
  };
}

export const TRANSFER: EvaluationTable = {
  id: "synconfroute-transfer",
  title: "SynConfRoute 4.4: a threshold from HumanEval-Infilling on other benchmarks",
  make(evaluation) {
    const pairs = allPairs(evaluation).filter(({ benchmark }) => benchmark !== SINGLE_LINE);
    const rows = pairs.flatMap((pair): Cell[][] => {
      const from = pairIn(evaluation, SINGLE_LINE, pair.setting);
      if (from === null) return [];
      const found = transferTo(pair, from);
      return [
        [
          pair.benchmark,
          pair.setting,
          Number(found.from.toFixed(3)),
          percentCell(rightShare(found.carriedOver)),
          Number(found.own.toFixed(3)),
          percentCell(rightShare(found.calibrated)),
          pointsCell(pairedGain(found.carriedOver, found.calibrated)),
        ],
      ];
    });
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "threshold from HumanEval",
        "pass@1",
        "own threshold",
        "pass@1 with it",
        "lost or won",
      ],
      rows,
      notes: [...pairs.flatMap((pair) => routingWarning(pair, "tests")), INTERVALS],
      missing: [SINGLE_LINE, ...SAFIM_SPLITS.map(({ benchmark }) => benchmark)].flatMap((benchmark) =>
        missingPair(evaluation, benchmark),
      ),
      madeWith: pairs.map(pairInWords),
    };
  },
};
