import type { Generation } from "@nearfirst/core";
import { expect } from "vitest";

/** Two logits this close may change places where a batch has another shape. */
const TIE = 1e-3;

/** Two greedy answers are the same, or part where both models' first choices are equally likely. */
export function sameUpToTies(actual: Generation, expected: Generation): void {
  const at = expected.tokens.findIndex((token, index) => actual.tokens[index]?.id !== token.id);
  const [one, other] = [actual.tokens[at], expected.tokens[at]];
  if (at >= 0 && one !== undefined && other !== undefined) {
    expect(Math.abs(Math.log(one.probability) - Math.log(other.probability))).toBeLessThan(TIE);
    return;
  }
  expect(actual.tokens.map((token) => token.id)).toEqual(expected.tokens.map((token) => token.id));
  expect(actual.text).toBe(expected.text);
  expect(actual.stopReason).toBe(expected.stopReason);
  for (const [index, token] of expected.tokens.entries())
    expect(Math.log(actual.tokens[index]?.probability ?? 0)).toBeCloseTo(Math.log(token.probability), 2);
}
