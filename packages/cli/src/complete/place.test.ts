import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../usage-error.js";
import { offsetOf, parsePlace } from "./place.js";

/** The text with `█` where the place is. */
const at = (text: string, line: number, column: number | null = null) => {
  const offset = offsetOf(text, { path: "f.py", line, column });
  return `${text.slice(0, offset)}█${text.slice(offset)}`;
};

const message = (run: () => unknown) => {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
  return "nothing wrong";
};

describe("a place on the command line", () => {
  it("is a file, a line, and maybe a column", () => {
    expect(parsePlace("src/a.py:3")).toEqual({ path: "src/a.py", line: 3, column: null });
    expect(parsePlace("src/a.py:3:14")).toEqual({ path: "src/a.py", line: 3, column: 14 });
  });

  it("may have colons or line breaks in the file's name, and one at its end, as in a compiler's message", () => {
    expect(parsePlace("C:\\src\\a.py:3:14")).toEqual({ path: "C:\\src\\a.py", line: 3, column: 14 });
    expect(parsePlace("C:\\src\\a.py:3")).toEqual({ path: "C:\\src\\a.py", line: 3, column: null });
    expect(parsePlace("10:30.py:2")).toEqual({ path: "10:30.py", line: 2, column: null });
    expect(parsePlace("new\nline.py:3")).toEqual({ path: "new\nline.py", line: 3, column: null });
    expect(parsePlace("a.py:3:14:")).toEqual({ path: "a.py", line: 3, column: 14 });
  });

  it("says what it should look like", () => {
    expect(message(() => parsePlace("a.py"))).toContain("for example a.py:12:9");
    expect(message(() => parsePlace(""))).toContain("for example stock.py:12:9");
    expect(message(() => parsePlace("a.py:0"))).toContain("count from 1");
    expect(message(() => parsePlace("a.py:3:0"))).toContain("count from 1");
  });
});

describe("the offset of a place", () => {
  it("is the end of the line without a column", () => {
    expect(at("one\ntwo\n", 1)).toBe("one█\ntwo\n");
    expect(at("one\ntwo\n", 2)).toBe("one\ntwo█\n");
    expect(at("one\ntwo\n", 3)).toBe("one\ntwo\n█");
    expect(at("", 1)).toBe("█");
  });

  it("comes before a line break of two characters", () => {
    expect(at("one\r\ntwo\r\n", 1)).toBe("one█\r\ntwo\r\n");
    expect(at("one\r\n\r\n", 2)).toBe("one\r\n█\r\n");
    expect(message(() => at("one\r\n", 1, 5))).toContain("columns go from 1 to 4");
  });

  it("counts columns from 1, in UTF-16 units", () => {
    expect(at("one", 1, 1)).toBe("█one");
    expect(at("one", 1, 4)).toBe("one█");
    expect(at("a😀b", 1, 4)).toBe("a😀█b");
    expect(message(() => at("a😀b", 1, 3))).toContain("use 2 or 4");
  });

  it("says how large the file is where the place lies outside", () => {
    expect(message(() => at("one\ntwo", 3))).toBe("f.py has 2 lines; there is no line 3.");
    expect(message(() => at("", 2))).toBe("f.py has 1 line; there is no line 2.");
    expect(message(() => at("one", 1, 9))).toBe(
      "Line 1 of f.py has 3 characters, so its columns go from 1 to 4; there is no column 9.",
    );
  });

  it("is found again from its line and column, for any text and place", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "é", "\t"), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), (value, seed) => {
        const offsets = Array.from({ length: value.length + 1 }, (_, offset) => offset).filter(
          (offset) => value.slice(offset - 1, offset + 1) !== "\r\n" || offset === 0,
        );
        const offset = offsets[seed % offsets.length] as number;
        const before = value.slice(0, offset).split("\n");
        const column = (before.at(-1) as string).length + 1;
        expect(offsetOf(value, { path: "f", line: before.length, column })).toBe(offset);
      }),
    );
  });
});
