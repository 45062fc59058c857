import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorAt } from "../cursor/cursor-at.js";
import { cursorContextOf } from "../cursor/cursor-context.js";
import type { Snippet } from "../types.js";
import { findDraft } from "./find-draft.js";

function snippetOf(text: string): Snippet {
  return { path: "other.py", startLine: 0, text, score: 1 };
}

function draftAt(picture: string, snippets: readonly string[] = [], languageId = "python"): string | null {
  return findDraft(cursorAt(picture, languageId), snippets.map(snippetOf))?.text ?? null;
}

describe("a draft at the start of a line", () => {
  it("is that of MCCom's Table 2", () => {
    const picture = `scheduler = VQDiffusionScheduler(self.num_embed)
classifier = LearnedClassifier(learnable=False)
# ...
scheduler = VQDiffusionScheduler(self.num_embed)
# <Completion Start>
█`;
    expect(findDraft(cursorAt(picture), [])).toEqual({
      text: "classifier = LearnedClassifier(learnable=False)",
      source: "file",
    });
  });

  it.each([
    ["of the nearest match", "a = 1\nb = 1\n\na = 1\nb = 2\n\na = 1\n█", "b = 2"],
    ["over blank lines and comments", "a = 1\n\n# why\n  # and how\n\nb = 2\n\na = 1\n█", "b = 2"],
    ["of a whole statement", "a = 1\nb = f(\n    c,\n)\nd = 1\n\na = 1\n█", "b = f(\n    c,\n)"],
    ["of a header, not its body", "a = 1\nif b:\n    c\n\na = 1\n█", "if b:"],
    [
      "up to the first line of a long statement",
      `a = 1\nb = [\n${Array.from({ length: 20 }, (_, at) => `    ${at}, 1000,\n`).join("")}]\n\na = 1\n█`,
      "b = [",
    ],
    [
      "of the place that agrees more, though it is farther",
      "y = 0\na = 1\nb = 1\n\na = 1\nb = 2\n\ny = 0\na = 1\n█",
      "b = 1",
    ],
    [
      "of the place before the same line as the cursor",
      "a = 1\nb = 1\nz = 0\n\na = 1\nb = 2\n\na = 1\n█\nz = 0\n",
      "b = 1",
    ],
    ["from after the cursor", "a = 1\n█\nc = 1\n\na = 1\nb = 2\n", "b = 2"],
    ["before the cursor rather than after it", "a = 1\nb = 1\n\na = 1\n█\n\na = 1\nb = 2\n", "b = 1"],
    ["with trailing white space that differs", "a = 1  \nb = 2\n\na = 1\t\n█", "b = 2"],
    ["from a CRLF file, with its own line breaks", "a = 1\r\nb = f(\r\n  c)\r\n\r\na = 1\r\n█", "b = f(\n  c)"],
    ["after a byte order mark", "\uFEFFa = 1\nb = 2\n\na = 1\n█", "b = 2"],
    ["inside brackets that the anchor opens", "call(\n    a,\n    b,\n)\n\ncall(\n    █", "a,\n    b,\n)"],
  ])("is copied %s", (_, picture, expected) => {
    expect(draftAt(picture)).toBe(expected);
  });

  it.each([
    [
      "the indentation that is still to be typed",
      "def f():\n    a = 1\n    b = 2\n\ndef g():\n    a = 1\n█",
      "    b = 2",
    ],
    ["none where it is typed", "def f():\n    a = 1\n    b = 2\n\ndef g():\n    a = 1\n    █", "b = 2"],
    ["the rest where a part is typed", "def f():\n    a = 1\n    b = 2\n\ndef g():\n    a = 1\n  █", "  b = 2"],
    ["the cursor's level, deeper", "a = 1\nb = f(\n    c,\n)\n\nif x:\n    a = 1\n    █", "b = f(\n        c,\n    )"],
    [
      "the cursor's level, less deep",
      "if x:\n    a = 1\n    b = f(\n        c,\n    )\n\na = 1\n█",
      "b = f(\n    c,\n)",
    ],
    ["a level more after a header", "def f(a):\n    return a\n\nclass A:\n    def f(a):\n█", "        return a"],
    ["a level less after a block", "if x:\n    a = 1\nb = 2\n\nif y:\n    if x:\n        a = 1\n    █", "b = 2"],
    ["tabs instead of spaces", "if x:\n    a = 1\n    b = 2\n\nif y:\n\ta = 1\n\t█", "b = 2"],
    ["what is typed, where another is expected", "a = 1\nb = f(\n    c)\n\na = 1\n        █", "b = f(\n            c)"],
  ])("has %s", (_, picture, expected) => {
    expect(draftAt(picture)).toBe(expected);
  });

  it.each([
    ["nothing matches", "a = 1\nb = 2\n█"],
    ["nothing stands before the cursor", "█\na = 1\n"],
    ["there are only comments before it", "# a\n# b\n\n# a\n█"],
    ["the document is empty", "█"],
    ["nothing follows the match", "a = 1\n█\nb = 1\n\na = 1"],
    ["the statement already follows the cursor", "a = 1\nb = 2\n\na = 1\n█\nb = 2\n"],
    ["other text follows on the line", "a = 1\nb = 2\n\na = 1\n█c\n"],
  ])("is none where %s", (_, picture) => {
    expect(draftAt(picture)).toBeNull();
  });

  it("needs more lines to agree where the line before says little", () => {
    const blocks = "if a:\n    b = 1\nelse:\n    c = 2\n\nif d:\n    e = 1\nelse:\n    f = 2\n\n";
    expect(draftAt(`${blocks}if a:\n    b = 1\nelse:\n    █`)).toBe("c = 2");
    expect(draftAt(`${blocks}if a:\n    b = 3\nelse:\n    █`)).toBeNull();
    expect(draftAt("f(\n    1,\n)\ng()\n\nf(\n    2,\n)\n█")).toBeNull();
  });

  it("comes from the best snippet if the file has none, wherever its lines break", () => {
    expect(draftAt("a = 1\n█", ["x = 1\n", "a = 1\r\nb = 2\r\n", "a = 1\nb = 3\n"])).toBe("b = 2");
    expect(findDraft(cursorAt("a = 1\n█"), [snippetOf("a = 1\nb = 2")])).toEqual({ text: "b = 2", source: "snippet" });
    expect(draftAt("a = 1\nb = 1\n\na = 1\n█", ["a = 1\nb = 2\n"])).toBe("b = 1");
  });
});

describe("a draft within a line", () => {
  it.each([
    ["the nearest line's", "self.a = f(1)\nself.a = f(2)\nself.a█", " = f(2)"],
    [
      "the same indentation's first",
      "def f():\n    return 1\n    if x:\n        return 2\n\ndef g():\n    ret█",
      "urn 1",
    ],
    [
      "another indentation's otherwise",
      "def f():\n    if x:\n        return f(\n            1)\n\ndef g():\n    ret█",
      "urn f(\n        1)",
    ],
    ["a whole statement's", "a = f(\n    b,\n)\n\na = █", "f(\n    b,\n)"],
    ["after the cursor's", "self.a = █\nself.b = 1\nself.a = 2\n", "2"],
    ["from a CRLF file", "abc = f(\r\n  1)\r\nab█\r\n", "c = f(\n  1)"],
    ["from the file's first line", "import os\nimp█", "ort os"],
    ["without what stands after the cursor", "foo(a, b)\nfoo(█)\n", "a, b"],
  ])("is %s", (_, picture, expected) => {
    expect(draftAt(picture)).toBe(expected);
  });

  it.each([
    ["nothing begins alike", "abc = 1\nabd█"],
    ["the line is complete", "abc = 1\nabc = 1█"],
    ["the fragment is short and differently indented", "if a:\n    b = 1\nb█"],
    ["what stands after the cursor contradicts it", "foo(a, b)\nfoo(█]\n"],
    ["only the middle of a line is alike", "x = abc = 1\nab█"],
  ])("is none where %s", (_, picture) => {
    expect(draftAt(picture)).toBeNull();
  });

  it("comes from the snippets if the file has none", () => {
    expect(draftAt("class A:\n    def run█", ["def run(self):\n    pass\n"])).toBe("(self):");
  });
});

describe("any draft", () => {
  it("can be read in the text that it was copied from", () => {
    const line = fc.constantFrom(
      "a = 1",
      "b = f(",
      "c)",
      "if x:",
      "    a = 1",
      "    b = 2",
      "\tb = 2",
      "# c",
      "",
      "}",
      '"""',
      "\r",
    );
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, fc.constantFrom("python", "typescript", "plaintext"), (before, after, languageId) => {
        const draft = findDraft(cursorAt(`${before}█${after}`, languageId), [snippetOf(before)]);
        if (draft === null) return;
        expect(draft.text).not.toContain("\r\n");
        expect(draft.text).not.toBe("");
        const words = (each: string) => each.replace(/\s+/g, "");
        expect(words(before + after)).toContain(words(draft.text));
      }),
      { numRuns: 1_000 },
    );
  });

  it("is often right on real Python", () => {
    const root = join(import.meta.dirname, "../../../../bench/corpus/python");
    let found = 0;
    let right = 0;
    let lines = 0;
    for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }).filter((each) =>
      each.endsWith(".py"),
    )) {
      const text = readFileSync(join(root, file), "utf8");
      for (const match of text.matchAll(/^([ \t]*)\S.*$/gm)) {
        lines++;
        const offset = match.index + (match[1] as string).length;
        const end = match.index + match[0].length;
        const document = { uri: "file:///a.py", languageId: "python", text: text.slice(0, offset) + text.slice(end) };
        const draft = findDraft(cursorContextOf(document, offset), []);
        if (draft === null) continue;
        found++;
        if (text.startsWith(draft.text, offset)) right++;
      }
    }
    console.log(`drafts at line starts: ${found} of ${lines} lines, ${right} whole drafts right`);
    expect(found / lines).toBeGreaterThan(0.1);
    expect(right / found).toBeGreaterThan(0.1);
  });

  it.each([
    [
      "a file of 100,000 lines",
      Array.from({ length: 100_000 }, (_, at) => `value_${at % 977} = call(${at})`).join("\n"),
    ],
    ["a file whose lines are all the same", "value = call(1)\n".repeat(100_000)],
    ["a line of ten million characters", "x".repeat(10_000_000)],
  ])("takes a bounded time in %s", (_, text) => {
    const middle = text.indexOf("\n", text.length / 2) + 1;
    for (const [at, typed] of [
      [middle, ""],
      [middle, "val"],
      [middle, "    v"],
      [text.length, "\n"],
    ] as const) {
      const document = { uri: "file:///a.py", languageId: "python", text: text.slice(0, at) + typed + text.slice(at) };
      const cursor = cursorContextOf(document, at + typed.length);
      findDraft(cursor, []);
      const times = Array.from({ length: 20 }, () => {
        const startedAt = performance.now();
        findDraft(cursor, []);
        return performance.now() - startedAt;
      });
      // The best of many rounds: other processes disturb the rest.
      expect(Math.min(...times)).toBeLessThan(2);
    }
  });
});

describe("of several places with the same beginning of a line", () => {
  it.each([
    ["the one after the same lines", "y = 0\nx = f(1)\n\nx = f(2)\n\ny = 0\nx = █\n", "f(1)"],
    ["the one before the same lines", "x = f(1)\nz = 0\n\nx = f(2)\n\nx = █\nz = 0\n", "f(1)"],
    ["the nearest one, where they agree as much", "x = f(1)\n\nx = f(2)\n\nx = █\n", "f(2)"],
    ["one in a file that agrees as much as a snippet", "x = f(1)\n\nx = █\n", "f(1)"],
  ])("%s is copied", (_, picture, expected) => {
    expect(draftAt(picture, ["x = f(3)\n"])).toBe(expected);
  });

  it("a snippet that agrees more than the file is", () => {
    expect(draftAt("x = f(1)\n\ny = 0\nx = █\n", ["y = 0\nx = f(3)\n"])).toBe("f(3)");
  });
});
