import { describe, expect, it } from "vitest";
import { cursorAt } from "../cursor/cursor-at.js";
import { findStop, stopStateOf } from "./stop.js";

function keptOf(picture: string, answer: string, languageId = "python"): string | null {
  const stop = findStop(answer, stopStateOf(cursorAt(picture, languageId), "block"));
  return stop === null ? null : answer.slice(0, stop.end);
}

describe("the end of a block", () => {
  it.each([
    ["a line that is indented less", "def f():\n    █", "a\n    b\n\nc\n", "a\n    b"],
    ["in a CRLF answer", "def f():\r\n    █", "a\r\n    b\r\n\r\nc\r\n", "a\r\n    b"],
    ["deeper lines belong to it", "def f():\n    █", "if a:\n        b\n    c\nd", "if a:\n        b\n    c"],
    ["else ends the block before it", "if a:\n    █", "b\nelse:\n    c\n", "b"],
    [
      "else inside belongs to it",
      "def f():\n    █",
      "if a:\n        b\n    else:\n        c\nd",
      "if a:\n        b\n    else:\n        c",
    ],
    ["indentation that the answer writes", "def f():\n█", "    a\n    b\nc\n", "    a\n    b"],
    ["blank lines before that", "def f():\n█", "\n    a\nc\n", "\n    a"],
    ["after a typed header", "def f():█", "\n    a\n    b\ndef g", "\n    a\n    b"],
    ["after a header that the answer completes", "def f(█", "a):\n    b\n    c\ndef g", "a):\n    b\n    c"],
    ["after a header over lines", "def f(█", "\n    a,\n):\n    b\ndef g", "\n    a,\n):\n    b"],
    ["after a decorator at the left edge", "█", "@a\ndef f():\n    b\nc", "@a\ndef f():\n    b"],
    ["a partly written line", "def f():\n    a = █", "1\n    b\nc", "1\n    b"],
    ["a comment at the left edge inside", "def f():\n    █", "a\n# note\n    b\nc", "a\n# note\n    b"],
    ["a comment at the left edge after it", "def f():\n    █", "a\n\n# note\nc", "a"],
    ["a bracket that closes one of its own", "def f():\n    █", "a = [\n1,\n]\n    b\nc", "a = [\n1,\n]\n    b"],
    ["a bracket that closes one from before", "f(\n    █", "a,\n    b\n)\nc", "a,\n    b"],
    ["a string at the left edge", "def f():\n    █", 'a = """\nb\n"""\n    c\nd', 'a = """\nb\n"""\n    c'],
    ["tabs", "def f():\n\t█", "a\n\tb\nc", "a\n\tb"],
  ])("%s", (_, picture, answer, expected) => {
    expect(keptOf(picture, answer)).toBe(expected);
  });

  it.each([
    ["its brace", "if (a) {\n  █", "b();\n  c();\n}\nd", "b();\n  c();"],
    ["the brace of a typed header", "if (a) {█", "\n  b();\n}\nd", "\n  b();"],
    ["braces inside", "if (a) {\n  █", "b(() => {\n    c();\n  });\n}\n", "b(() => {\n    c();\n  });"],
    ["a block comment at the left edge", "if (a) {\n  █", "b();\n/* c */\n  d();\n}", "b();\n/* c */\n  d();"],
  ])("with braces: %s", (_, picture, answer, expected) => {
    expect(keptOf(picture, answer, "typescript")).toBe(expected);
  });

  it.each([
    ["while lines are as far in", "def f():\n    █", "a\n    b\n"],
    ["while the next line is blank", "def f():\n    █", "a\n\n  "],
    ["at the left edge, where nothing is indented less", "█", "a = 1\nb = 2\nc = 3\n"],
  ])("is not known %s", (_, picture, answer) => {
    expect(keptOf(picture, answer)).toBeNull();
  });

  it("waits for the second slash of a comment", () => {
    expect(keptOf("if (a) {\n  █", "b();\n/", "typescript")).toBeNull();
    expect(keptOf("if (a) {\n  █", "b();\n/x", "typescript")).toBe("b();");
  });
});
