import fc from "fast-check";
import { expect, it } from "vitest";
import { kthLargest } from "./kth-largest.js";

it("the k-th largest score is the one that sorting puts in that place", () => {
  // None is below zero: a test that takes -0 for another number than 0 would fail now and then.
  const scores = fc.array(fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constantFrom(0, 1, 2)), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(scores, fc.nat(), fc.nat(), (values, some, other) => {
      const count = 1 + (some % values.length);
      const k = 1 + (other % count);
      const places = Uint32Array.from(values.keys()).reverse();
      const sorted = values.slice(values.length - count).sort((one, another) => another - one);
      expect(kthLargest({ scores: Float64Array.from(values), places, count, k })).toBe(sorted[k - 1]);
    }),
    { numRuns: 200 },
  );
});
