import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "./cursor/cursor-context.js";
import { placeOf, typedSince } from "./place.js";
import { requestAt } from "./testing.js";

function placeIn(picture: string, uri?: string) {
  const { document, offset } = requestAt(picture, uri === undefined ? {} : { uri });
  return placeOf(cursorContextOf(document, offset));
}

function typedBetween(then: string, now: string) {
  return typedSince(placeIn(then), placeIn(now));
}

describe("what was typed between two places", () => {
  it("is the text inserted at the cursor", () => {
    expect(typedBetween("a = █\nb = 2\n", "a = foo█\nb = 2\n")).toEqual({ text: "foo", autoClosed: "" });
  });

  it("is nothing at the same place", () => {
    expect(typedBetween("a = █\n", "a = █\n")).toEqual({ text: "", autoClosed: "" });
  });

  it("includes a line break", () => {
    expect(typedBetween("if a:█\n", "if a:\n    █\n")).toEqual({ text: "\n    ", autoClosed: "" });
  });

  it("does not exist after a deletion, a change above or a change below", () => {
    expect(typedBetween("abc█", "ab█")).toBeNull();
    expect(typedBetween("x = 1\na█\n", "x = 2\nab█\n")).toBeNull();
    expect(typedBetween("a█\nx = 1\n", "ab█\nx = 2\n")).toBeNull();
    expect(typedBetween("a█\nx\n", "ab█\nx\ny\n")).toBeNull();
  });

  it("knows the bracket that the editor closed by itself", () => {
    expect(typedBetween("print█\n", "print(█)\n")).toEqual({ text: "(", autoClosed: ")" });
    expect(typedBetween("print█\n", 'print("█")\n')).toEqual({ text: '("', autoClosed: '")' });
    expect(typedBetween("print█\n", "print(a, b█)\n")).toEqual({ text: "(a, b", autoClosed: ")" });
  });

  it("takes no other new text after the cursor for a closed bracket", () => {
    expect(typedBetween("print█\n", "printx█)\n")).toBeNull();
    expect(typedBetween("print█\n", "print(█]\n")).toBeNull();
  });

  it("tells files apart", () => {
    expect(typedSince(placeIn("a█", "file:///a.py"), placeIn("ab█", "file:///b.py"))).toBeNull();
  });

  it("is exact wherever text is inserted into any file, also where the file is longer than what is compared", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "b", "(", ")", "\n", " ", "😀") });
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.boolean(), (before, typed, after, isLong) => {
        const head = isLong ? "x = 1\n".repeat(5_000) : "";
        const tail = isLong ? "y = 2\n".repeat(2_000) : "";
        const found = typedBetween(`${head}${before}█${after}${tail}`, `${head}${before}${typed}█${after}${tail}`);
        expect(found).toEqual({ text: typed, autoClosed: "" });
      }),
    );
  });

  it("costs no more in a file of 10 MB than in a small one", () => {
    const head = "value = compute(1)\n".repeat(550_000);
    const then = placeIn(`${head}a█\n`);
    const now = placeIn(`${head}ab█\n`);
    const times = Array.from({ length: 100 }, () => {
      const startedAt = performance.now();
      expect(typedSince(then, now)?.text).toBe("b");
      return performance.now() - startedAt;
    });
    // The best of many rounds: other processes disturb the rest.
    expect(Math.min(...times)).toBeLessThan(2);
  });
});
