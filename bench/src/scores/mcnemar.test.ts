import { expect, it } from "vitest";
import { mcnemarExact } from "./mcnemar.js";

it.each([
  [0, 0, 1],
  [1, 0, 1],
  [1, 1, 1],
  [5, 0, 2 / 32],
  // Of 2^12 = 4096 ways: 1 + 12 + 66 with at most two wins.
  [10, 2, (2 * 79) / 4096],
  [2, 10, (2 * 79) / 4096],
])("%d wins and %d losses have p = %d", (wins, losses, p) => {
  expect(mcnemarExact(wins, losses)).toBeCloseTo(p, 12);
});

it("holds for more pairs than a power of one half can be written for", () => {
  // The normal approximation with continuity correction: z = (|b − c| − 1) / √(b + c) = 99 / √3900 = 1.585.
  expect(mcnemarExact(2_000, 1_900)).toBeCloseTo(0.113, 3);
  expect(mcnemarExact(2_000, 200)).toBeLessThan(1e-100);
  expect(mcnemarExact(50_000, 50_000)).toBe(1);
});
