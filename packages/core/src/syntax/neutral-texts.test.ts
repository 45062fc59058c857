import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutralTexts } from "./neutral-texts.js";

/** Of a picture with the completion between two `█`. */
function neutralOf(picture: string, languageId = "python"): readonly string[] {
  const [before = "", text = "", after = ""] = picture.split("█");
  return neutralTexts({ languageId, before, text, after, extent: "statement" });
}

describe("the neutral text", () => {
  it("has a statement of the same indentation in the place of the completed one, and all else as it was", () => {
    expect(neutralOf("def f(a):\n█    b = a█\n    return b\n")).toEqual(["def f(a):\n    pass\n    return b\n"]);
    expect(neutralOf("def f(a):\n    b = █a + 1█\n    return b\n")).toEqual(["def f(a):\n    pass\n    return b\n"]);
  });

  it("takes the whole statement that the completion is a part of up to its end, and all lines of the completion", () => {
    expect(neutralOf("x = (\n    1 +\n    █2█\n)\ny = x\n")[0]).toBe("pass\n)\ny = x\n");
    expect(neutralOf("if a:\n█    b()\n    c()█\nd()\n")).toEqual(["if a:\n    pass\nd()\n"]);
  });

  it("has an element's name within brackets, so that what follows still fits", () => {
    expect(neutralOf("f(\n    █size=3█,\n)\n")[0]).toBe("f(\n    size=0,\n)\n");
  });

  it("is not there for what is bound to its surroundings, or in a language without a gate", () => {
    expect(neutralOf("if a:\n    b\n█else:█\n    c\n")).toEqual([]);
    expect(neutralOf("x █= 1█\n", "cobol")).toEqual([]);
  });

  it("keeps the lines below the completion, whatever stands where", () => {
    const piece = fc.constantFrom("a", " = ", "\n", "    ", "(", ")", "if x:\n", '"', "#", "return b\n", "else:\n");
    const pieces = fc.array(piece, { maxLength: 8 }).map((each) => each.join(""));
    fc.assert(
      fc.property(pieces, pieces, pieces, (before, text, after) => {
        const lineEnd = after.indexOf("\n");
        const below = lineEnd < 0 ? "\n" : after.slice(lineEnd);
        for (const neutral of neutralTexts({ languageId: "python", before, text, after, extent: "open" }))
          expect(neutral.endsWith(below)).toBe(true);
      }),
    );
  });
});
