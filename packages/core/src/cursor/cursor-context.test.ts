import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorAt } from "./cursor-at.js";
import { cursorContextOf } from "./cursor-context.js";
import { syntaxOf } from "./language-syntax.js";
import { lexicalStateAfter } from "./lexical-state.js";
import { lexicalStateAt } from "./lexical-state-at.js";

const documentOf = (text: string, languageId = "python") => ({ uri: "file:///a.py", languageId, text });

describe("the cursor's context", () => {
  it("holds the line on both sides, its indentation, and what is open", () => {
    const cursor = cursorAt("def f():\n    return g(a, █b)\n");
    expect(cursor).toMatchObject({
      lineStart: 9,
      linePrefix: "    return g(a, ",
      lineSuffix: "b)",
      indentation: "    ",
      lexical: { brackets: "(" },
      lineLexical: { brackets: "" },
      lineBreak: "\n",
    });
  });

  it("leaves a CRLF out of the line, and names it as the file's line break", () => {
    const cursor = cursorAt("a = 1\r\n\tb█ = 2\r\n");
    expect(cursor).toMatchObject({ linePrefix: "\tb", lineSuffix: " = 2", indentation: "\t", lineBreak: "\r\n" });
  });

  it.each([
    ["inside a CRLF, to before it", "a\r\nb", 2, 1],
    ["inside a surrogate pair, to before it", "x😀y", 2, 1],
    ["before a byte order mark, to after it", "\uFEFFx", 0, 1],
    ["outside, to the nearer end", "abc", 99, 3],
    ["below zero, to the start", "abc", -5, 0],
    ["that is no number, to the start", "abc", Number.NaN, 0],
    ["beyond all bounds, to the end", "abc", Number.POSITIVE_INFINITY, 3],
    ["between two numbers, down", "abc", 1.5, 1],
    ["after a lone surrogate, nowhere", "\ud800b", 1, 1],
    ["at a lone carriage return, nowhere", "a\rb", 2, 2],
  ])("moves an offset %s", (_, text, offset, expected) => {
    expect(cursorContextOf(documentOf(text), offset).offset).toBe(expected);
  });

  it("never lets a byte order mark into the indentation", () => {
    expect(cursorContextOf(documentOf("\uFEFF  x"), 3)).toMatchObject({ linePrefix: "  ", indentation: "  " });
  });

  const unit = fc.constantFrom(
    "a",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\uFEFF",
    "\ud800",
    "\udc00",
    "😀",
    "(",
    '"""',
    "`",
    "//",
  );

  it("is made of any text at any offset, and its parts stand side by side in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit }), fc.integer({ min: -3, max: 200 }), (text, offset) => {
        const cursor = cursorContextOf(documentOf(text, "typescript"), offset);
        expect(text.slice(cursor.lineStart, cursor.offset)).toBe(cursor.linePrefix);
        expect(text.slice(cursor.offset, cursor.offset + cursor.lineSuffix.length)).toBe(cursor.lineSuffix);
        expect(cursor.linePrefix + cursor.lineSuffix).not.toContain("\n");
      }),
    );
  });

  it.each([
    ["a line of ten million characters", "x".repeat(10_000_000)],
    ["ten million characters of lines", "value = call(argument)\n".repeat(450_000)],
    ["ten million line breaks", "\n".repeat(10_000_000)],
  ])("looks at a bounded part of %s", (_, text) => {
    const document = documentOf(text);
    const times: number[] = [];
    for (let round = 0; round < 30; round++) {
      const startedAt = performance.now();
      cursorContextOf(document, text.length - round * 7);
      times.push(performance.now() - startedAt);
    }
    // The best of many rounds: other processes disturb the rest. A scan of the whole text takes tens of milliseconds.
    expect(Math.min(...times)).toBeLessThan(10);
  });
});

describe("the lexical state far from the document's start", () => {
  const python = syntaxOf("python");

  it("is right inside a docstring whose start is out of reach", () => {
    const text = `def f():\n    """Describe it.\n\n${"    Words that tell what it does, don't they.\n".repeat(40)}\nUnindented words of it.\n`;
    expect(lexicalStateAt(text, text.length, python, 1_000).quote).toBe('"""');
    const closed = `${text}    """\n    return g(`;
    expect(lexicalStateAt(closed, closed.length, python, 1_000)).toEqual({
      brackets: "(",
      quote: null,
      comment: "none",
    });
  });

  it("is right inside a long block comment", () => {
    const text = `/*\n${" * Words that don't matter here at all (\n".repeat(100)}*/\nfunction f() {\n  g(`;
    expect(lexicalStateAt(text, text.length, syntaxOf("typescript"), 2_000)).toMatchObject({
      quote: null,
      brackets: "{(",
    });
  });

  it("agrees with a scan of the whole file on real Python, inside or outside of strings", () => {
    const root = join(import.meta.dirname, "../../../../bench/corpus/python");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".py"));
    let places = 0;
    let agreed = 0;
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      for (let offset = 3_000; offset < text.length; offset += 997) {
        places++;
        const whole = lexicalStateAfter(text.slice(0, offset), python);
        if (lexicalStateAt(text, offset, python, 2_000).quote === whole.quote) agreed++;
      }
    }
    console.log(`lexical state from 2,000 characters: ${agreed} of ${places} places`);
    expect(agreed / places).toBeGreaterThan(0.97);
  });
});
