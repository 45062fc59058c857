/** SynConfRoute, Table 4 and Table 5: what each way of deployment solves, costs and keeps private. */
import { policyNamed, synConfRoute } from "@nearfirst/core";
import { calibrationSplit } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import {
  AS_SYN_CONF_ROUTE,
  meanMs,
  oracleTasks,
  pairedGain,
  type RoutedTask,
  rightShare,
  routeTasks,
} from "../../methods/routed-task.js";
import { calibratedThresholds, confidenceAt } from "../../methods/routing-methods.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { median } from "../../scores/quantile.js";
import { type Cell, msCell, percentCell, pointsCell, printedCell, shareCell } from "../cell.js";
import { pairsOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export interface Strategy {
  readonly name: string;
  /** Its row in the paper's table; null where it has none. */
  readonly paperRow: string | null;
  readonly routed: readonly RoutedTask[];
}

function strategiesOf(pair: Pair): readonly Strategy[] {
  const { calibration, test } = calibrationSplit(pair.tasks);
  const own = calibratedThresholds(calibration, "tests");
  const route = (policy: Parameters<typeof routeTasks>[1]) => routeTasks(test, policy, AS_SYN_CONF_ROUTE);
  return [
    { name: "always local", paperRow: "Always local (3B)", routed: route(policyNamed("alwaysLocal")) },
    { name: "always larger", paperRow: "Always larger (480B)", routed: route(policyNamed("alwaysLarge")) },
    { name: "confidence only, 0.7", paperRow: "Conf-only routing", routed: route(confidenceAt(0.7)) },
    {
      name: `confidence only, ${own.confidence.toFixed(3)} (calibrated)`,
      paperRow: null,
      routed: route(confidenceAt(own.confidence)),
    },
    { name: "SynConfRoute, 0.7", paperRow: "SynConfRoute", routed: route(synConfRoute({ threshold: 0.7 })) },
    {
      name: `SynConfRoute, ${own.synConfRoute.toFixed(3)} (calibrated)`,
      paperRow: null,
      routed: route(synConfRoute({ threshold: own.synConfRoute })),
    },
    { name: "oracle", paperRow: "Oracle (upper bound)", routed: oracleTasks(test, AS_SYN_CONF_ROUTE) },
  ];
}

/** One row of Table 4. */
function strategyRow(name: string, routed: readonly RoutedTask[]): readonly Cell[] {
  const escalated = routed.filter(({ isEscalated }) => isEscalated).length;
  return [
    name,
    percentCell(rightShare(routed)),
    shareCell(escalated, routed.length),
    shareCell(routed.length - escalated, routed.length),
  ];
}

export const STRATEGIES: EvaluationTable = {
  id: "synconfroute-table-4",
  title: "SynConfRoute, Table 4: deployment strategies on HumanEval-Infilling single-line",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    const paper = paperRows("synconfroute", "table-4");
    const rows = pairs.flatMap((pair) => {
      const strategies = strategiesOf(pair);
      const large = strategies.find(({ name }) => name === "always larger") as Strategy;
      return strategies.map(({ name, paperRow, routed }): Cell[] => {
        const printed = paper.find(({ strategy }) => strategy === paperRow);
        return [
          pair.setting,
          ...strategyRow(name, routed),
          pointsCell(pairedGain(routed, large.routed)),
          printedCell(printed?.["pass1Pct"] as number | undefined, "%"),
          printedCell(printed?.["costPct"] as number | undefined, "%", 0),
        ];
      });
    });
    return {
      ...EMPTY,
      columns: [
        "setting",
        "strategy",
        "pass@1",
        "cost",
        "private",
        "against always larger",
        "paper's pass@1",
        "paper's cost",
      ],
      rows,
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "tests")),
        "Cost: the share of requests that the large model is asked. Private: the rest, by request and not by bytes. The user accepts what is shown. Confidence: the geometric mean of the first 3 tokens' probabilities.",
        ...pairs.slice(0, 1).map((pair) => {
          const { calibration, test, how } = calibrationSplit(pair.tasks);
          return `Thresholds calibrated on ${calibration.length} tasks (${how}), all rows on the other ${test.length}; the paper: 200 and 833.`;
        }),
        INTERVALS,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

export const CONFIGURATIONS: EvaluationTable = {
  id: "synconfroute-table-5",
  title: "SynConfRoute, Table 5: what the strategies cost in time",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    const rows = pairs.flatMap((pair) =>
      strategiesOf(pair).map(({ name, routed }): Cell[] => {
        const escalated = routed.filter(({ isEscalated }) => isEscalated);
        return [
          "ours",
          pair.setting,
          name,
          percentCell(rightShare(routed)),
          shareCell(escalated.length, routed.length),
          msCell(median(routed.map(({ ms }) => ms))),
          msCell(meanMs(routed)),
          escalated.length === 0 ? null : msCell(median(escalated.map(({ ms }) => ms))),
        ];
      }),
    );
    const paper = paperRows("synconfroute", "table-5").map(({ scenario, setup, latencyS, pass1Pct }): Cell[] => {
      const isLocal = `${scenario}`.includes("local");
      const ms = printedCell(1_000 * (latencyS as number), "ms", 0);
      return [
        "paper",
        "left-and-right",
        `${setup}`,
        printedCell(pass1Pct as number, "%"),
        null,
        isLocal ? ms : null,
        null,
        isLocal ? null : ms,
      ];
    });
    return {
      ...EMPTY,
      columns: [
        "whose",
        "setting",
        "strategy",
        "pass@1",
        "escalated",
        "median time",
        "mean time",
        "median of an escalated request",
      ],
      rows: [...rows, ...paper],
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "tests")),
        "No network time is added, as in the paper. Its latency is that of an escalated request, not a mean (S29), and its first row is of 1,033 tasks where the others are of 833 (S30).",
        "Times of rows that were made on a busy machine are no measurement of the models; `npm run bench -- complete` is.",
        INTERVALS,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};
