import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapMean } from "./paired-bootstrap.js";
import { tInterval } from "./t-interval.js";

describe("the bootstrap over clusters", () => {
  const values = Array.from({ length: 200 }, (_, at) => ({ cluster: `${at}`, value: at % 2 }));

  it("gives the interval that theory gives where each task is its own cluster", () => {
    const { mean, low, high } = bootstrapMean(values);
    // 0.5 ± 1.96 · sqrt(0.25 / 200).
    expect([mean, low, high]).toEqual([0.5, expect.closeTo(0.431, 1), expect.closeTo(0.569, 1)]);
  });

  it("is wider by the root of ten where ten tasks stand and fall together, and the same each time", () => {
    const together = Array.from({ length: 200 }, (_, at) => ({
      cluster: `${Math.floor(at / 10)}`,
      value: Math.floor(at / 10) % 2,
    }));
    const [apart, joined] = [bootstrapMean(values), bootstrapMean(together)];
    expect((joined.high - joined.low) / (apart.high - apart.low)).toBeCloseTo(Math.sqrt(10), 0);
    expect(bootstrapMean(together)).toEqual(joined);
  });

  it("holds the mean", () => {
    const value = fc.record({ cluster: fc.constantFrom("a", "b", "c"), value: fc.integer({ min: -1, max: 1 }) });
    fc.assert(
      fc.property(fc.array(value, { minLength: 3 }), (given) => {
        const { mean, low, high } = bootstrapMean(given);
        if (Number.isNaN(low)) return;
        expect(low).toBeLessThanOrEqual(mean + 1e-9);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the t-interval of five runs", () => {
  it("is the textbook's: 2.776 standard errors to each side", () => {
    const { mean, low, high, runs } = tInterval([10, 12, 14, 16, 18]);
    // Variance 10, standard error sqrt(2).
    expect([mean, runs]).toEqual([14, 5]);
    expect([low, high]).toEqual([
      expect.closeTo(14 - 2.7764 * Math.SQRT2, 3),
      expect.closeTo(14 + 2.7764 * Math.SQRT2, 3),
    ]);
  });
  it("has no ends for one run", () => expect(tInterval([5])).toMatchObject({ mean: 5, low: Number.NaN }));
});
