/** Both models alone, and what a policy has to go by. */
import { type ConfidenceScore, scoreOf } from "@nearfirst/core";
import type { EvaluatedRow } from "@nearfirst/node";
import { mean, rounded } from "../statistics.js";

/** A large model that adds less to the local one leaves a policy nothing to win. */
const LEAST_GAIN_POINTS = 3;

/** Percentages of all rows, standard errors in percentage points, times in milliseconds without the network. */
export function pairSummary(rows: readonly EvaluatedRow[]): object {
  const share = (isCounted: (row: EvaluatedRow) => boolean) => rows.filter(isCounted).length / rows.length;
  const [local, large] = [share((row) => row.local.isRight), share((row) => row.large.isRight)];
  const standardError = (part: number) => percent(Math.sqrt((part * (1 - part)) / rows.length));
  const gainPoints = percent(large - local);
  return {
    tasks: rows.length,
    localRightPercent: percent(local),
    localStandardError: standardError(local),
    largeRightPercent: percent(large),
    largeStandardError: standardError(large),
    onlyLocalRightPercent: percent(share((row) => row.local.isRight && !row.large.isRight)),
    onlyLargeRightPercent: percent(share((row) => !row.local.isRight && row.large.isRight)),
    oraclePercent: percent(share((row) => row.local.isRight || row.large.isRight)),
    gainPoints,
    pair:
      gainPoints < LEAST_GAIN_POINTS
        ? `cannot test routing: the large model adds less than ${LEAST_GAIN_POINTS} points`
        : "can test routing",
    geometricMeanAuc: aucOf(rows, "geometricMean"),
    arithmeticMeanAuc: aucOf(rows, "arithmeticMean"),
    brokenSyntaxPercent: percent(share(({ facts }) => facts.syntax === "invalid")),
    brokenSyntaxThatIsRightPercent: percent(share((row) => row.facts.syntax === "invalid" && row.local.isRight)),
    localMeanMs: rounded(mean(rows.map((row) => row.local.ms))),
    largeMeanMs: rounded(mean(rows.map((row) => row.large.ms))),
  };
}

/**
 * How well a score tells right local answers from wrong ones: the share of pairs of a right and a wrong one in which the
 * right one's is higher, ties counted half (area under the ROC curve); null where all are alike.
 */
export function aucOf(rows: readonly EvaluatedRow[], score: ConfidenceScore): number | null {
  const scoresOf = (isRight: boolean) =>
    rows.filter((row) => row.local.isRight === isRight).map(({ facts }) => scoreOf(facts.confidence, score));
  const [right, wrong] = [scoresOf(true), scoresOf(false)];
  if (right.length === 0 || wrong.length === 0) return null;
  let won = 0;
  for (const one of right) for (const other of wrong) won += one > other ? 1 : one === other ? 0.5 : 0;
  return rounded(won / (right.length * wrong.length), 3);
}

function percent(share: number): number {
  return rounded(100 * share, 1);
}
