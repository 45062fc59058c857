import type { Confidence, GeneratedToken } from "../types.js";

/** How many first tokens both papers average (MCCom 3.2 and 6.2; SynConfRoute 4.1). */
export const CONFIDENCE_TOKENS = 3;

/**
 * Both papers' confidence over the first `count` of `tokens`, with probabilities on the raw distribution.
 * White space counts (docs/readings.md R3). Null for an answer without tokens.
 */
export function confidenceOf(
  tokens: readonly Pick<GeneratedToken, "probability">[],
  count: number = CONFIDENCE_TOKENS,
): Confidence | null {
  const first = tokens.slice(0, count);
  if (first.length === 0) return null;
  let sum = 0;
  let logSum = 0;
  for (const { probability } of first) {
    sum += probability;
    logSum += Math.log(probability);
  }
  return {
    tokens: first.length,
    geometricMean: Math.exp(logSum / first.length),
    arithmeticMean: sum / first.length,
  };
}
