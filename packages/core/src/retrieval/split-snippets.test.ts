import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSnippets } from "./split-snippets.js";

const textsOf = (text: string) => splitSnippets(text).map(({ start, end }) => text.slice(start, end));

describe("snippets of a file", () => {
  it("are its parts between blank lines, with the lines on which they start", () => {
    const text = [
      /* 0 */ "import os",
      /* 1 */ "",
      /* 2 */ "def first():",
      /* 3 */ "    return 1",
      /* 4 */ "  \t",
      /* 5 */ "",
      /* 6 */ "def second():",
      /* 7 */ "    return 2",
      "",
    ].join("\n");
    expect(splitSnippets(text).map(({ start, end, startLine }) => [startLine, text.slice(start, end)])).toEqual([
      [0, "import os"],
      [2, "def first():\n    return 1"],
      [6, "def second():\n    return 2"],
    ]);
  });

  it("are found with CRLF line breaks too", () => {
    expect(textsOf("a = 1\r\n\r\nb = 2\r\nc = 3\r\n")).toEqual(["a = 1", "b = 2\r\nc = 3"]);
  });

  it("hold a word: a bracket alone is none", () => {
    expect(textsOf("if (x) {\n\n}\n\n);\n")).toEqual(["if (x) {"]);
    expect(textsOf("")).toEqual([]);
    expect(textsOf("\n\n \n")).toEqual([]);
  });

  it("are cut before the least indented line where a part is longer than 40 lines", () => {
    // Line 30 is the only one in the second half of the first 40 that is not indented.
    const lines = Array.from({ length: 60 }, (_, at) =>
      at === 0 || at === 10 || at === 30 ? `top${at}` : `  line${at}`,
    );
    expect(splitSnippets(lines.join("\n")).map((range) => range.startLine)).toEqual([0, 30]);
  });

  it("leave out a line of minified code, and end before it", () => {
    const text = `before = 1\n${"x=1;".repeat(2_000)}\nafter = 2`;
    expect(textsOf(text)).toEqual(["before = 1", "after = 2"]);
  });

  it("are in bounds, in order, apart, and hold every word on lines that are not too long", () => {
    const line = fc.oneof(
      fc.constantFrom("", "  ", "}", "def f(x):", "    return x", "\tü = '変'", "a\r"),
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll("\n", " ")),
      fc.integer({ min: 1, max: 700 }).map((count) => "word ".repeat(count)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 150 }), (lines) => check(lines.join("\n"))),
      { numRuns: 200 },
    );
  });

  it("hold every line with a word of real files", () => {
    const corpus = join(import.meta.dirname, "../../../../bench/corpus/python");
    for (const name of readdirSync(corpus, { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".py")) check(readFileSync(join(corpus, name), "utf8"));
  });
});

function check(text: string): void {
  let before = -1;
  const covered = new Set<number>();
  for (const { start, end, startLine } of splitSnippets(text)) {
    expect(start).toBeGreaterThan(before);
    before = end;
    const snippet = text.slice(start, end);
    expect(snippet.length).toBeLessThanOrEqual(2_000);
    const lines = snippet.split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.every((line) => line.trim() !== "")).toBe(true);
    expect(text.slice(0, start).split("\n").length - 1).toBe(startLine);
    for (const at of lines.keys()) covered.add(startLine + at);
  }
  for (const [at, line] of text.split("\n").entries()) {
    if (/[\p{L}\p{N}]/u.test(line) && line.length < 2_000) expect(covered.has(at), `line ${at}: ${line}`).toBe(true);
  }
}
