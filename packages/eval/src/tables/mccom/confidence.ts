/** MCCom, Table 9 and Table 10: how many tokens confidence takes, and average against joint probability. */
import { routingWarning } from "../../methods/can-test-routing.js";
import { codeProbabilities, qualityAt, type ThresholdQuality } from "../../methods/first-token-scores.js";
import type { Pair } from "../../methods/pair.js";
import { areaUnder, scoredCurve } from "../../methods/scored-curve.js";
import { exactShare, MCCOM_THRESHOLD, mcComScore, meanOf, withSimulatedUser } from "../../methods/simulated-user.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { linesFigure } from "../../plots/lines.js";
import { type Cell, meanMsCell, percentCell, printedCell } from "../cell.js";
import { allPairs } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { setOf } from "./data-sets.js";
import { missingSets, USER_NOTE } from "./effectiveness.js";

const MOST_TOKENS = 8;

export function tokenQualities({ tasks }: Pair): readonly ThresholdQuality[] {
  const answers = tasks.map(({ local }) => ({
    probabilities: codeProbabilities(local.row),
    isRight: local.judged.isExact,
  }));
  return Array.from({ length: MOST_TOKENS }, (_, at) =>
    qualityAt(answers, { tokens: at + 1, threshold: MCCOM_THRESHOLD }),
  );
}

export const TOKENS: EvaluationTable = {
  id: "mccom-table-9",
  title: "MCCom, Table 9: how many tokens confidence takes",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const printed = paperRows("mccom", "table-9");
    const own = pairs.map((pair) => ({ pair, qualities: tokenQualities(pair) }));
    const figures =
      own.length === 0
        ? []
        : [
            linesFigure({
              title: "F1 of the confidence gate at 0.8 by the number of tokens",
              x: "tokens",
              y: "F1",
              lines: [
                ...own.flatMap(({ pair, qualities }) =>
                  qualities.map(({ tokens, f1 }) => ({ line: `${pair.benchmark}, ${pair.setting}`, x: tokens, y: f1 })),
                ),
                ...printed.map(({ n, f1 }) => ({ line: "paper", x: n as number, y: f1 as number })),
              ],
            }),
          ];
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "tokens",
        "precision",
        "recall",
        "F1",
        "above the threshold",
        "right",
        "paper's precision",
        "paper's recall",
        "paper's F1",
      ],
      rows: own.flatMap(({ pair, qualities }) =>
        qualities.map(({ tokens, precision, recall, f1, accepted, right }): Cell[] => {
          const paper = printed.find(({ n }) => n === tokens);
          const fraction = (value: number): Cell => ({ value, unit: "", digits: 2 });
          return [
            pair.benchmark,
            pair.setting,
            tokens,
            fraction(precision),
            fraction(recall),
            fraction(f1),
            accepted,
            right,
            printedCell(paper?.["precision"] as number | undefined, "", 2),
            printedCell(paper?.["recall"] as number | undefined, "", 2),
            printedCell(paper?.["f1"] as number | undefined, "", 2),
          ];
        }),
      ),
      figures,
      notes: [
        "Positive: the mean probability of the first N tokens is above 0.8. Right: exact match. The paper's is its validation set, ours the benchmarks themselves.",
      ],
      missing: missingSets(evaluation),
      madeWith: pairs.map(pairInWords),
    };
  },
};

export const AVERAGE_AND_JOINT: EvaluationTable = {
  id: "mccom-table-10",
  title: "MCCom, Table 10: average against joint probability",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const printed = paperRows("mccom", "table-10");
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "score",
        "exact match",
        "mean time",
        "mean over all budgets",
        "paper's exact match",
        "paper's mean time",
      ],
      rows: pairs.flatMap((pair) =>
        (["average", "joint"] as const).map((score): Cell[] => {
          const outcomes = withSimulatedUser(pair, { afterRejection: null, networkMs: evaluation.networkMs, score });
          const scores = pair.tasks.map((task) => mcComScore(task, { score }));
          const set = setOf(pair.benchmark);
          const row = printed.find(
            ({ dataset }) =>
              `${dataset}`.toLowerCase().replace("-", " ") === set?.title.toLowerCase().replace("full", "line"),
          );
          const [context, short] = [pair.setting === "left" ? "l" : "lr", score === "average" ? "avg" : "joint"];
          return [
            pair.benchmark,
            pair.setting,
            score,
            percentCell(exactShare(outcomes)),
            meanMsCell(meanOf(outcomes, ({ ms }) => ms)),
            { value: 100 * areaUnder(scoredCurve(pair.tasks, scores, { measure: "exact" })), unit: "%", digits: 2 },
            row === undefined ? null : printedCell(row[`${context}_em_${short}`] as number, "%"),
            row === undefined ? null : printedCell(row[`${context}_timeMs_${short}`] as number, "ms", 0),
          ];
        }),
      ),
      notes: [
        ...pairs.flatMap((pair) => routingWarning(pair, "exact")),
        "MCCom over plain rows, threshold 0.8 for both (the paper does not say whether that holds for the joint one). Mean over all budgets: exact match averaged over all shares of escalation, which compares the scores and not one threshold (claim C38).",
        USER_NOTE,
        INTERVALS,
      ],
      missing: missingSets(evaluation),
      madeWith: pairs.map(pairInWords),
    };
  },
};
