/** SynConfRoute, Figure 3: routing methods on HumanEval-Infilling single-line. */
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import { escalatedShare, pairedGain, rightShare } from "../../methods/routed-task.js";
import { type RoutingMethods, routingMethods } from "../../methods/routing-methods.js";
import { areaUnder, scoredCurve } from "../../methods/scored-curve.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { rankedBars } from "../../plots/ranked-bars.js";
import { type Cell, percentCell, pointsCell, printedCell, shareCell } from "../cell.js";
import { type Evaluation, pairsOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export function methodsOf(evaluation: Evaluation, pair: Pair): RoutingMethods {
  const known = METHODS.get(pair);
  if (known !== undefined) return known;
  const embeddings = evaluation.embeddings.get(pair.benchmark) ?? null;
  const methods = routingMethods(pair, { measure: "tests", embeddings });
  METHODS.set(pair, methods);
  return methods;
}

/** Tables, plots and claims ask for the same. */
const METHODS = new WeakMap<Pair, RoutingMethods>();

export const ROUTING: EvaluationTable = {
  id: "synconfroute-figure-3",
  title: "SynConfRoute, Figure 3: routing methods on HumanEval-Infilling single-line",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE).map((pair) => ({ pair, ...methodsOf(evaluation, pair) }));
    const paper = paperRows("synconfroute", "figure-3");
    const rows = pairs.flatMap(({ pair, methods, split }) => {
      const larger = methods.find(({ name }) => name === "always larger")?.routed ?? [];
      return methods.map(({ name, group, threshold, routed, scores, paperRow }): Cell[] => {
        const printed = paper.find(({ method }) => method === paperRow);
        const curve = scores === null ? null : scoredCurve(split.test, scores, { measure: "tests" });
        const escalated = routed.filter(({ isEscalated }) => isEscalated).length;
        return [
          pair.setting,
          name,
          group,
          percentCell(rightShare(routed)),
          shareCell(escalated, routed.length),
          pointsCell(pairedGain(routed, larger)),
          curve === null ? null : { value: 100 * areaUnder(curve), unit: "%", digits: 2 },
          threshold,
          printedCell(printed?.["pass1Pct"] as number | undefined, "%"),
          printedCell(printed?.["escalatedPct"] as number | undefined, "%"),
        ];
      });
    });
    return {
      ...EMPTY,
      columns: [
        "setting",
        "method",
        "decides",
        "pass@1",
        "escalated",
        "against always larger",
        "mean over all budgets",
        "threshold",
        "paper's pass@1",
        "paper's escalated",
      ],
      rows,
      figures: pairs.slice(0, 1).map(({ pair, methods }) =>
        rankedBars({
          title: "Routing methods, HumanEval-Infilling single-line",
          subtitle: `${pair.setting}, ${methods[0]?.routed.length} test tasks; local ${pair.local.model.name}, large ${pair.large.model.name}`,
          axis: "right, % of tasks (with 95 % interval)",
          bars: methods.map(({ name, group, routed }) => {
            const { share, low, high } = rightShare(routed);
            const note = `${(100 * escalatedShare(routed)).toFixed(0)} % escalated`;
            return { name, group, percent: 100 * share, low: 100 * low, high: 100 * high, note };
          }),
        }),
      ),
      notes: [
        ...pairs.flatMap(({ pair }) => routingWarning(pair, "tests")),
        "Mean over all budgets: pass@1 averaged over all shares of escalation that the method's score allows. It compares methods without an operating point, which the paper does not give; a score that tells nothing has the mean of both models.",
        "Static signals, combined, Eagle and cascade are reconstructions (readings R18, R24, R25 and R26): the paper leaves out their details, and prints nothing of the cascade.",
        ...pairs
          .slice(0, 1)
          .flatMap(({ without, split }) => [
            ...without.map((each) => `*Left out:* ${each}.`),
            `Calibrated and trained on ${split.calibration.length} tasks (${split.how}), all rows on the other ${split.test.length}.`,
          ]),
        INTERVALS,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(({ pair }) => pairInWords(pair)),
    };
  },
};
