import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClusteredResult, clusteredShare } from "./clustered-interval.js";

const independent = (passed: number, tasks: number): ClusteredResult[] =>
  Array.from({ length: tasks }, (_, at) => ({ cluster: `${at}`, passed: at < passed }));

describe("the interval of a share", () => {
  it("is Wilson's where every task is its own cluster", () => {
    // As any table has it for 15 of 50: 0.191 to 0.438. A variance that is estimated counts one task less.
    const { share, low, high, designEffect } = clusteredShare(independent(15, 50));
    expect(share).toBe(0.3);
    expect(designEffect).toBeCloseTo(50 / 49, 9);
    expect([low, high]).toEqual([expect.closeTo(0.191, 2), expect.closeTo(0.438, 2)]);
  });

  it("says something where all pass, or none", () => {
    expect(clusteredShare(independent(0, 100))).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.037, 3) });
    expect(clusteredShare(independent(100, 100))).toMatchObject({ share: 1, low: expect.closeTo(0.963, 3), high: 1 });
  });

  it("is that of a tenth of the tasks where ten of them always stand and fall together", () => {
    const tenfold = independent(15, 50).flatMap((each) => Array.from({ length: 10 }, () => each));
    const { tasks, designEffect, low, high } = clusteredShare(tenfold);
    expect([tasks, Math.round(designEffect)]).toEqual([500, 10]);
    const once = clusteredShare(independent(15, 50));
    expect([low, high]).toEqual([expect.closeTo(once.low, 2), expect.closeTo(once.high, 2)]);
  });

  it("holds the share, and lies in [0, 1]", () => {
    const result = fc.record({ cluster: fc.constantFrom("a", "b", "c", "d"), passed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(result, { minLength: 1 }), (results) => {
        const { share, low, high } = clusteredShare(results);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share + 1e-9);
        expect(high).toBeGreaterThanOrEqual(share - 1e-9);
      }),
    );
  });
});
