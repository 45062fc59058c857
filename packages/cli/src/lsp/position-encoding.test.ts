import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterStart, columnsOf, negotiatePositionEncoding, unitsOfColumn } from "./position-encoding.js";

describe("negotiating the position encoding", () => {
  it.each([
    [undefined, "utf-16"],
    [[], "utf-16"],
    [["utf-16"], "utf-16"],
    [["utf-8", "utf-16"], "utf-8"],
    [["utf-16", "utf-8"], "utf-16"],
    [["utf-32", "utf-8"], "utf-8"],
    [["utf-32"], "utf-16"],
  ])("of %j takes %s", (offered, chosen) => {
    expect(negotiatePositionEncoding(offered)).toBe(chosen);
  });
});

describe("columns", () => {
  // é: 1 unit, 2 bytes; 漢: 1 unit, 3 bytes; 😀: 2 units, 4 bytes.
  it.each([
    ["aé漢😀b", 0, 0],
    ["aé漢😀b", 1, 1],
    ["aé漢😀b", 2, 1],
    ["aé漢😀b", 3, 2],
    ["aé漢😀b", 6, 3],
    ["aé漢😀b", 9, 3],
    ["aé漢😀b", 10, 5],
    ["aé漢😀b", 11, 6],
    ["aé漢😀b", 99, 6],
    ["", 3, 0],
  ])("of %j in bytes: %i is %i units", (line, column, units) => {
    expect(unitsOfColumn(line, column, "utf-8")).toBe(units);
  });

  it("in UTF-16 behind the end of the line mean its end", () => {
    expect(unitsOfColumn("ab", 7, "utf-16")).toBe(2);
  });

  it("come back as the units they were made from, on lines of any length", () => {
    const line = fc
      .array(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 40 })
      .chain((parts) => fc.integer({ min: 1, max: 300 }).map((times) => parts.join("").repeat(times)));
    fc.assert(
      fc.property(line, fc.nat(), (text, at) => {
        const units = characterStart(text, at % (text.length + 1));
        for (const encoding of ["utf-8", "utf-16"] as const)
          expect(unitsOfColumn(text, columnsOf(text.slice(0, units), encoding), encoding)).toBe(units);
      }),
      { numRuns: 100 },
    );
  });
});
