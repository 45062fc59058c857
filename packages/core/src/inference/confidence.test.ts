import { describe, expect, it } from "vitest";
import { confidenceOf } from "./confidence.js";

const probabilities = (...values: number[]) => values.map((probability) => ({ probability }));

describe("confidence of the first tokens", () => {
  it("is both papers' mean of the first three probabilities", () => {
    // By hand: arithmetic (0.9 + 0.4 + 0.8) / 3 = 0.7; geometric (0.9 · 0.4 · 0.8)^(1/3) = 0.288^(1/3) = 0.66039.
    const confidence = confidenceOf(probabilities(0.9, 0.4, 0.8, 0.01));
    expect(confidence?.tokens).toBe(3);
    expect(confidence?.arithmeticMean).toBeCloseTo(0.7, 10);
    expect(confidence?.geometricMean).toBeCloseTo(0.66039, 5);
  });

  it("averages what there is of a shorter answer, and is null for none", () => {
    expect(confidenceOf(probabilities(0.5))).toEqual({ tokens: 1, arithmeticMean: 0.5, geometricMean: 0.5 });
    expect(confidenceOf([])).toBeNull();
  });
});
