import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "./nearest.js";

describe("the nearest word", () => {
  it("is measured by insertions, deletions and substitutions", () => {
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("", "abc")).toBe(3);
    expect(editDistance("flaw", "lawn")).toBe(2);
  });

  it("is the closest candidate, whatever its case", () => {
    expect(nearest("MaxToken", ["model", "maxTokens", "maxFiles"])).toBe("maxTokens");
  });

  it("is none where nothing is near", () => {
    expect(nearest("colour", ["enabled", "model"])).toBeNull();
  });
});
