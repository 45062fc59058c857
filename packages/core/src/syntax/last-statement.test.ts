import { describe, expect, it } from "vitest";
import { cursorAt } from "../cursor/cursor-at.js";
import { withoutLastStatement } from "./last-statement.js";

describe("an answer without its last statement", () => {
  it.each([
    ["python", "def f():\n    █", "a\n    b = g(", "a"],
    ["python", "def f():\n    █", "a = g(\n        1,\n    )\n\n    b", "a = g(\n        1,\n    )"],
    ["python", "def f():\n    █", "a = g(\n        1,\n", null],
    ["python", "def f():\n    █", "a", null],
    ["python", "def f():\n    █", "\n    a", null],
    ["python", "f(█", "a,\n  b", "a,"],
    ["java", "class A {\n  █", "int x;\n  void f() {\n    g(;\n  }", "int x;"],
  ])("%s: %j █ %j", (languageId, picture, answer, expected) => {
    expect(withoutLastStatement(answer, cursorAt(picture, languageId))).toBe(expected);
  });
});
