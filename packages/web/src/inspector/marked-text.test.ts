import { SECRET_PLACEHOLDER } from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedPieces } from "./marked-text.js";

describe("a body that left", () => {
  it("has the stand-in of each secret marked", () => {
    expect(markedPieces(`key = "${SECRET_PLACEHOLDER}"`)).toEqual([
      { text: 'key = "', isRedaction: false },
      { text: SECRET_PLACEHOLDER, isRedaction: true },
      { text: '"', isRedaction: false },
    ]);
  });

  it("is shown whole, whatever it holds", () => {
    const bodies = fc.array(fc.oneof(fc.string(), fc.constant(SECRET_PLACEHOLDER))).map((parts) => parts.join(""));
    fc.assert(
      fc.property(bodies, (body) => {
        expect(
          markedPieces(body)
            .map(({ text }) => text)
            .join(""),
        ).toBe(body);
      }),
    );
  });
});
