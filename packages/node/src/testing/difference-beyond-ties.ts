import type { Generation } from "@nearfirst/core";

/** In natural logarithms of probabilities. */
export interface Tolerance {
  /** Two tokens this close may change places where a batch has another shape. */
  readonly tie: number;
  /** How far the same token's may lie apart. */
  readonly noise: number;
}

const OF_FLOATS: Tolerance = { tie: 1e-3, noise: 5e-3 };
/** Where weights and what they are multiplied with have 8 bits: 0.06 apart was seen, with the kernels for AVX without AVX2. */
export const OF_8_BITS: Tolerance = { tie: 0.2, noise: 0.2 };

type GreedyAnswer = Pick<Generation, "tokens" | "text" | "stopReason">;

/** In which way two greedy answers differ, other than by parting where both choices are equally likely; null if in none. */
export function differenceBeyondTies(
  actual: GreedyAnswer,
  expected: GreedyAnswer,
  { tie, noise }: Tolerance = OF_FLOATS,
): string | null {
  for (const [at, token] of expected.tokens.entries()) {
    const other = actual.tokens[at];
    if (other === undefined) return `ends before token ${at}, ${JSON.stringify(token.text)}`;
    const apart = Math.abs(Math.log(other.probability) - Math.log(token.probability));
    if (other.id !== token.id)
      return apart < tie ? null : `token ${at} is ${JSON.stringify(other.text)}, not ${JSON.stringify(token.text)}`;
    if (apart > noise) return `token ${at} has probability ${other.probability}, not ${token.probability}`;
  }
  if (actual.tokens.length > expected.tokens.length) return `goes on after token ${expected.tokens.length - 1}`;
  if (actual.text !== expected.text) return `the text is ${JSON.stringify(actual.text)}`;
  return actual.stopReason === expected.stopReason ? null : `it stops by ${actual.stopReason}`;
}
