import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorAt } from "../cursor/cursor-at.js";
import { LANGUAGES } from "../cursor/language-syntax.js";
import type { StopMode } from "../types.js";
import { findStop, type Stop, type StopState, stopStateOf } from "./stop.js";

const MODES: readonly StopMode[] = ["line", "statement", "block", "tokens"];

function stopIn(mode: StopMode, answer: string, picture = "x = █"): Stop | null {
  return findStop(answer, stopStateOf(cursorAt(picture), mode));
}

describe("line mode", () => {
  it.each([
    ["1\ny = 2\n", { end: 1, reason: "line" }],
    ["1\r\ny", { end: 1, reason: "line" }],
    ["\n", { end: 0, reason: "line" }],
    ["f(\n", { end: 2, reason: "line" }],
    ["1", null],
    ["1\r", null],
    ["", null],
  ])("ends %j at %j", (answer, expected) => {
    expect(stopIn("line", answer)).toEqual(expected);
  });
});

describe("tokens mode", () => {
  it("never ends an answer that goes on", () => {
    expect(stopIn("tokens", "def f():\n    return 1\n\n\nclass A:\n    pass\n")).toBeNull();
  });
});

describe("endless repetition", () => {
  const dashes = "-".repeat(100);
  it.each([
    ["a line three times", "a()\nb()\nb()\nb()\nc()\n", "a()\nb()"],
    ["blank lines between", "b()\n\nb()\n\nb()\n\nb()\n", "b()"],
    ["a cycle of lines", "a()\nb()\na()\nb()\na()\nb()\n", "a()\nb()"],
    ["a cycle of four lines", `${"a()\nb()\nc()\nd()\n".repeat(3)}`, "a()\nb()\nc()\nd()"],
    ["CRLF", "a()\r\nb()\r\nb()\r\nb()\r\n", "a()\r\nb()"],
    ["a cycle within a line", `f(${"name, ".repeat(20)}`, "f(name, "],
    ["a row of one character", `# ${"=".repeat(200)}`, "# ="],
    ["a row of blanks", " ".repeat(200), " "],
    ["astral characters, never cut in half", `# ${"😀".repeat(60)}`, "# 😀"],
  ])("is cut before it begins: %s", (_, answer, expected) => {
    const stop = stopIn("tokens", answer, "█");
    expect(stop?.reason).toBe("repetition");
    expect(answer.slice(0, stop?.end)).toBe(expected);
  });

  it.each([
    ["a line twice", "b()\nb()\nc()\n"],
    ["a third time that has not ended", "b()\nb()\nb()"],
    ["closing brackets, each further out", "        }\n      }\n    }\n  }\n}\n"],
    ["a short row of numbers", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n"],
    ["a rule of dashes", `# ${dashes}\n`],
    ["similar lines", "a[0] = 0\na[1] = 0\na[2] = 0\na[3] = 0\n"],
  ])("is not: %s", (_, answer) => {
    expect(stopIn("tokens", answer)).toBeNull();
  });

  it("counts the typed part of a line as the line's", () => {
    expect(stopIn("tokens", "1\nx = 1\nx = 1\n", "x = █")).toEqual({ end: 1, reason: "repetition" });
  });

  it("ends an answer in every mode", () => {
    for (const mode of MODES) expect(stopIn(mode, `f(${"name, ".repeat(20)}`)?.reason).toBe("repetition");
  });
});

describe("in all modes", () => {
  const piece = fc.constantFrom(
    ..."()[]{}\"'`#\\/@:;,.=+x1 \t",
    ..."\n\n\n\r".split(""),
    ..."    \n".split("\n"),
    '"""',
    "\r\n",
    "//",
    "/*",
    "*/",
    "else:\n",
    "    a\n",
    "    a\n",
    "@a\n",
    "def f():\n",
    "if (x) {\n",
    "}\n",
    ".b",
    "&& ",
    "name, name, name, name, name, ",
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  const state = fc
    .record({
      before: text,
      after: text,
      mode: fc.constantFrom(...MODES),
      languageId: fc.constantFrom(...Object.keys(LANGUAGES), "plaintext"),
    })
    .map(
      ({ before, after, mode, languageId }): StopState => stopStateOf(cursorAt(`${before}█${after}`, languageId), mode),
    );

  it("a stop lies within the answer, splits no CRLF, and needs nothing but plain data", () => {
    fc.assert(
      fc.property(state, text, (stopState, answer) => {
        const stop = findStop(answer, structuredClone(stopState));
        if (stop === null) return;
        expect(stop.end).toBeGreaterThanOrEqual(0);
        expect(stop.end).toBeLessThanOrEqual(answer.length);
        expect(answer.slice(stop.end - 1, stop.end + 1)).not.toBe("\r\n");
      }),
      { numRuns: 2_000 },
    );
  });

  it("the stop is the same in whatever pieces the answer came", () => {
    fc.assert(
      fc.property(state, text, (stopState, answer) => {
        const whole = findStop(answer, stopState);
        let first: Stop | null = null;
        for (let length = 0; length <= answer.length && first === null; length++)
          first = findStop(answer.slice(0, length), stopState);
        expect(first).toEqual(whole);
      }),
      { numRuns: 2_000 },
    );
  });
});
