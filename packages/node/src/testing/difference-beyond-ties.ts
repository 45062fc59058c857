import type { Generation } from "@nearfirst/core";

/** Two logits this close may change places where a batch has another shape. */
const TIE = 1e-3;
/** How far log-probabilities of the same token may lie apart. */
const NOISE = 5e-3;

type GreedyAnswer = Pick<Generation, "tokens" | "text" | "stopReason">;

/** In which way two greedy answers differ, other than by parting where both choices are equally likely; null if in none. */
export function differenceBeyondTies(actual: GreedyAnswer, expected: GreedyAnswer): string | null {
  for (const [at, token] of expected.tokens.entries()) {
    const other = actual.tokens[at];
    if (other === undefined) return `ends before token ${at}, ${JSON.stringify(token.text)}`;
    const apart = Math.abs(Math.log(other.probability) - Math.log(token.probability));
    if (other.id !== token.id)
      return apart < TIE ? null : `token ${at} is ${JSON.stringify(other.text)}, not ${JSON.stringify(token.text)}`;
    if (apart > NOISE) return `token ${at} has probability ${other.probability}, not ${token.probability}`;
  }
  if (actual.tokens.length > expected.tokens.length) return `goes on after token ${expected.tokens.length - 1}`;
  if (actual.text !== expected.text) return `the text is ${JSON.stringify(actual.text)}`;
  return actual.stopReason === expected.stopReason ? null : `it stops by ${actual.stopReason}`;
}
