import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editSimilarity, scoreOf } from "./scoring.js";

describe("edit similarity", () => {
  it.each([
    ["", "", 1],
    ["abc", "abc", 1],
    ["abc", "", 0],
    ["kitten", "sitting", 1 - 3 / 7],
    ["flaw", "lawn", 1 - 2 / 4],
    ["a.b(c)", "a.b(d)", 1 - 1 / 6],
    // Characters, not UTF-16 units.
    ["𝒳𝒴", "𝒳", 1 / 2],
  ])("of %j and %j is %d", (one, other, expected) => {
    expect(editSimilarity(one, other)).toBeCloseTo(expected, 12);
  });

  it("is symmetric, 1 only for equal texts, and falls by one edit's share at most", () => {
    const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", " ", "𝒳") });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const similarity = editSimilarity(one, other);
        expect(similarity).toBe(editSimilarity(other, one));
        expect(similarity === 1).toBe(one === other);
        expect(similarity).toBeGreaterThanOrEqual(0);
        const length = [...one].length + 1;
        expect(editSimilarity(one, `${one}c`)).toBeCloseTo(1 - 1 / length, 12);
      }),
    );
  });
});

describe("an answer", () => {
  it.each([
    ["return a", "return a", true],
    ["return a  \n", "return a", true],
    ["return a", "return a\n", true],
    [" return a", "return a", false],
    ["return  a", "return a", false],
    ["", "return a", false],
  ])("%j for the target %j is exact: %s", (answer, target, isExact) => {
    expect(scoreOf(answer, target).isExact).toBe(isExact);
  });

  it("that was not suggested is wrong and similar to nothing", () => {
    expect(scoreOf(null, "a")).toEqual({ isExact: false, editSimilarity: 0 });
  });

  it("is compared without the white space at its end", () => {
    expect(scoreOf("abcd   ", "abce").editSimilarity).toBeCloseTo(3 / 4, 12);
  });
});
