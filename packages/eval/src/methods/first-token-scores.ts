/** Confidence by other scores than the papers' own, from the token probabilities in a row. */
import type { Row } from "../rows/row.js";

export const CONFIDENCE_SCORES = [
  "geometric mean of 3 tokens",
  "arithmetic mean of 3 tokens",
  "minimum of 3 tokens",
  "product of 3 tokens",
  "geometric mean of all tokens",
  "minimum of all tokens",
] as const;
export type ConfidenceScoreName = (typeof CONFIDENCE_SCORES)[number];

/** Of the code's own tokens, in order; empty where the request ended before. Typed text that the model only repeats is left out. */
export function codeProbabilities({ tokens, facts }: Pick<Row, "tokens" | "facts">): readonly number[] {
  const count = facts?.wholeConfidence?.tokens ?? 0;
  return count === 0 ? [] : tokens.slice(-count).map(({ probability }) => probability);
}

/** In [0, 1]; 0 where there is no token. */
export function confidenceBy(name: ConfidenceScoreName, probabilities: readonly number[]): number {
  const first = probabilities.slice(0, 3);
  switch (name) {
    case "geometric mean of 3 tokens":
      return geometricMean(first);
    case "arithmetic mean of 3 tokens":
      return arithmeticMean(first);
    case "minimum of 3 tokens":
      return least(first);
    case "product of 3 tokens":
      return first.length === 0 ? 0 : first.reduce((product, each) => product * each, 1);
    case "geometric mean of all tokens":
      return geometricMean(probabilities);
    case "minimum of all tokens":
      return least(probabilities);
  }
}

export function arithmeticMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function geometricMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.exp(arithmeticMean(values.map((each) => Math.log(Math.max(each, 1e-300)))));
}

function least(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.min(...values);
}

export interface ThresholdQuality {
  readonly tokens: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Answers above the threshold, right ones among them, and right ones in all. */
  readonly accepted: number;
  readonly acceptedRight: number;
  readonly right: number;
}

/** MCCom Table 9: the mean of the first N probabilities above `threshold`, against exact match. */
export function qualityAt(
  answers: readonly { readonly probabilities: readonly number[]; readonly isRight: boolean }[],
  { tokens, threshold }: { readonly tokens: number; readonly threshold: number },
): ThresholdQuality {
  const kept = answers.filter(({ probabilities }) => arithmeticMean(probabilities.slice(0, tokens)) > threshold);
  const acceptedRight = kept.filter((each) => each.isRight).length;
  const right = answers.filter((each) => each.isRight).length;
  const precision = kept.length === 0 ? Number.NaN : acceptedRight / kept.length;
  const recall = right === 0 ? Number.NaN : acceptedRight / right;
  const f1 = acceptedRight === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { tokens, precision, recall, f1, accepted: kept.length, acceptedRight, right };
}
