import { describe, expect, it } from "vitest";
import { cursorAt } from "../cursor/cursor-at.js";
import { findStop, stopStateOf } from "./stop.js";
import { isBlockBrace } from "./stop-braces.js";

/** The part of `answer`, generated at the picture's cursor, that is kept; null while it may go on. */
function keptOf(picture: string, answer: string, languageId: string): string | null {
  const stop = findStop(answer, stopStateOf(cursorAt(picture, languageId), "statement"));
  return stop === null ? null : answer.slice(0, stop.end);
}

describe("the end of a Python statement", () => {
  it.each([
    ["a line", "x = █", "1\ny = 2\n", "1"],
    ["a line in a CRLF answer", "x = █", "1\r\ny = 2\r\n", "1"],
    ["a header at its colon", "█", "def f(a,\n      b):\n    return a\n", "def f(a,\n      b):"],
    ["a header with its body on the line", "if x: █", "return 1\nelse:\n", "return 1"],
    ["a call over several lines", "x = f(█", "\n    a,\n    b,\n)\ny\n", "\n    a,\n    b,\n)"],
    ["a bracket in a string is none", "x = █", '"("\ny\n', '"("'],
    ["a bracket in a comment is none", "x = █", "1  # (\ny\n", "1  # ("],
    ["a long string", "x = █", '"""a\n\nb"""\ny\n', '"""a\n\nb"""'],
    [
      "a docstring that is begun",
      'def f():\n    """█\n',
      'Do.\n\n    More.\n    """\n    return\n',
      'Do.\n\n    More.\n    """',
    ],
    ["a docstring whose end stands already", 'def f():\n    """█"""\n', "Do.\n    More.\n", "Do."],
    [
      "a docstring that ends further on",
      'def f():\n    """Do.\n\n    █\n    """\n    return 1\n',
      "More.\n    And.\n",
      "More.",
    ],
    ["a backslash", "x = █", "1 + \\\n    2\ny\n", "1 + \\\n    2"],
    ["a decorator and its header", "█", "@a.b(\n    c\n)\n@d\nclass E:\n    pass\n", "@a.b(\n    c\n)\n@d\nclass E:"],
    ["a matrix product is no decorator", "x = (a\n     █", "@ b)\ny\n", "@ b)"],
    ["comments before it", "█", "# one\n\n# two\nx = 1\ny\n", "# one\n\n# two\nx = 1"],
    ["a comment that is typed", "# add █", "two numbers\ndef add():\n", "two numbers"],
    ["a comment after code that is typed", "x = 1  # the █", "first\ny = 2\n", "first"],
    ["blank lines before it", "x = 1\n█", "\n\ny = 2\nz\n", "\n\ny = 2"],
    ["a bracket that was opened lines before", "x = f(\n    a,\n    █", "b,\n    c,\n)\ny\n", "b,\n    c,\n)"],
    ["an element, where the bracket's end stands already", "x = {\n    'a': █\n}\ny = 1\n", "1,\n    'b': 2,\n", "1,"],
    [
      "an element over several lines",
      "x = {\n    'a': █\n}\n",
      "[\n        1,\n    ],\n    'b'\n",
      "[\n        1,\n    ],",
    ],
    ["arguments, where the bracket stands already", "f(█)\ny = 1\n", "a, b\nc\n", "a, b"],
    ["a first argument on a line of its own", "f(█)\n", "\n    a,\n    b\n", "\n    a,"],
    ["a header that is typed: its first statement", "def f():█", "\n    x = 1\n    y\n", "\n    x = 1"],
    ["a comment that is typed whole: what it says", "# add█", "\ndef add(a, b):\n    return a\n", "\ndef add(a, b):"],
    ["a statement that is typed whole: nothing", "x = 1█", "\ny = 2\n", ""],
    ["a slice is no header", "x = a[1:█", "\n 2]\ny\n", "\n 2]"],
    ["else stands alone", "if a:\n    b\n█", "else:\n    c\n", "else:"],
  ])("%s", (_, picture, answer, expected) => {
    expect(keptOf(picture, answer, "python")).toBe(expected);
  });

  it.each([
    ["while a bracket is open", "x = f(█", "a,\nb"],
    ["while a string is open", "x = █", '"""a\nb\n'],
    ["before the line's end is there", "x = █", "1"],
    ["while only a decorator is there", "█", "@a\n"],
    ["while only comments and blank lines are there", "█", "\n# a\n\n"],
  ])("is not known %s", (_, picture, answer) => {
    expect(keptOf(picture, answer, "python")).toBeNull();
  });
});

describe("the end of a statement in languages with braces", () => {
  it.each([
    ["a line with a semicolon", "typescript", "const a = █", "1;\nconst b", "1;"],
    ["a header at its brace", "typescript", "if (█", "a) {\n  b();\n}\n", "a) {"],
    [
      "a function's header",
      "typescript",
      "█",
      "export async function f(\n  a: A,\n) {\n  b",
      "export async function f(\n  a: A,\n) {",
    ],
    ["an arrow function's header", "typescript", "const f = █", "(a) => {\n  return a;\n", "(a) => {"],
    ["a callback's header", "typescript", "describe(█", '"a", () => {\n  it', '"a", () => {'],
    [
      "an object literal",
      "typescript",
      "const a = █",
      "{\n  b: 1,\n  c: [\n    2,\n  ],\n};\nd",
      "{\n  b: 1,\n  c: [\n    2,\n  ],\n};",
    ],
    [
      "an entry of an object literal",
      "typescript",
      "const a = {\n  █",
      "b: [\n    1,\n  ],\n  c: 2,\n",
      "b: [\n    1,\n  ],",
    ],
    ["a call with an object", "typescript", "f({█", "\n  a: 1,\n});\ng", "\n  a: 1,\n});"],
    [
      "a chain of methods",
      "typescript",
      "const a = b█",
      "\n  .map((c) => c)\n  .filter(d);\ne",
      "\n  .map((c) => c)\n  .filter(d);",
    ],
    ["a chain without semicolons", "javascript", "const a = b()█", "\n  .c()\n  ?.d()\ne()\n", "\n  .c()\n  ?.d()"],
    ["a spread is no chain", "javascript", "[\n  a█", "\n  ...b\n]\nc", "\n  ...b\n]"],
    ["an operator at the end of the line", "typescript", "return a &&█", "\n  b;\nc", "\n  b;"],
    ["an operator at the start of the next", "typescript", "const a = █", "b\n  ? c\n  : d;\ne", "b\n  ? c\n  : d;"],
    ["a counter is no operator", "javascript", "█", "i++\nj()\n", "i++"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ["a template literal", "typescript", "const a = █", "`b\n${c}\n`;\nd", "`b\n${c}\n`;"],
    ["a line inside a block comment", "typescript", "/**\n * █\n */\n", "Does.\n * More.\n", "Does."],
    ["a closing brace", "typescript", "if (a) {\n  b();\n█", "}\nc", "}"],
    ["a typed header: its first statement", "typescript", "if (a) {█", "\n  b();\n}\n", "\n  b();"],
    [
      "an annotation and its header",
      "java",
      "█",
      "@Override\npublic int f() {\n  return 1;",
      "@Override\npublic int f() {",
    ],
    ["a statement over two lines", "java", "String s =█", '\n    "a";\nint', '\n    "a";'],
    [
      "texts joined at the start of a line",
      "php",
      "$a = f(█",
      "$b)\n    . 'c'\n    .$d;\ng",
      "$b)\n    . 'c'\n    .$d;",
    ],
    ["a struct literal", "rust", "let p = █", "Point {\n    x: 1,\n};\nq", "Point {\n    x: 1,\n};"],
    ["a match", "rust", "let p = █", "match q {\n    _ => 1,\n};", "match q {"],
    ["a composite literal", "go", "x := █", "[]int{\n\t1,\n}\ny := 2\n", "[]int{\n\t1,\n}"],
    ["a condition that ends with a name", "go", "if █", "x == y {\n\treturn\n}", "x == y {"],
    ["a macro over lines", "c", "#define A █", "\\\n  1\nint", "\\\n  1"],
    ["a line of plain text", "plaintext", "see (█", "below\nmore", "below"],
  ])("%s (%s)", (_, languageId, picture, answer, expected) => {
    expect(keptOf(picture, answer, languageId)).toBe(expected);
  });

  it("is not known at a line break until the next line shows whether it goes on", () => {
    expect(keptOf("const a = █", "b()\n  ", "javascript")).toBeNull();
    expect(keptOf("const a = █", "b()\n  .", "javascript")).toBeNull();
    expect(keptOf("const a = █", "b()\nc", "javascript")).toBe("b()");
    expect(keptOf("const a = █", "b()\n\n", "javascript")).toBe("b()");
  });

  it.each([
    ["function f() {", true],
    ["class A extends B {", true],
    ["} else {", true],
    ["pub fn f(x: u8) -> u8 {", true],
    ["const f = () => {", true],
    ["{", true],
    ["const a = {", false],
    ["return {", false],
    ["f({", false],
    ["  a: {", false],
    ["    B<C, D> {", true],
    ["f(a, Point {", false],
    ["export default {", false],
    ["import type {", false],
    ["const a = b as unknown as {", false],
    ["let p = Point {", false],
    ["let p = loop {", true],
  ])("%j opens a block: %s", (code, expected) => {
    expect(isBlockBrace(code)).toBe(expected);
  });
});
