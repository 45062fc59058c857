import fc from "fast-check";
import { expect, it } from "vitest";
import { estimatedTokens } from "./estimated-tokens.js";

it.each([
  ["", 0],
  ["return", 2],
  ["maxTokens = 128", 7],
  ["if x:\n        return y", 7],
  ["é日🎉", 2 + 3 + 4],
])("the text %j is estimated at %d tokens", (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

it("a text has no fewer tokens than a part of it, and no more than bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
      const both = estimatedTokens(one + other);
      expect(both).toBeGreaterThanOrEqual(estimatedTokens(one));
      expect(both).toBeLessThanOrEqual(new TextEncoder().encode(one + other).length);
    }),
  );
});
