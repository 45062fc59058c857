import { expect, it } from "vitest";
import { cursorIn } from "../../test/rule-checks.js";
import { syntaxOf } from "../cursor/language-syntax.js";
import { isDistinct, linesAfter, linesBefore, withoutComment } from "./text-around.js";

it("gives the lines around the cursor, nearest first, without blank ones", () => {
  const cursor = cursorIn("one\n\ntwo  \nthr█ee\r\n\r\n  four\r\nfive");
  expect(linesBefore(cursor)).toEqual(["two", "one"]);
  expect(linesAfter(cursor)).toEqual(["  four", "five"]);
});

it("gives whole lines only, however long the file", () => {
  const cursor = cursorIn(`${"x".repeat(5_000)}\nabove\n█\nbelow\n${"y".repeat(5_000)}`);
  expect(linesBefore(cursor)).toEqual(["above"]);
  expect(linesAfter(cursor)).toEqual(["below"]);
});

it.each([
  ["if x:  # a: b", "if x:"],
  ['if x.startswith("#"):', 'if x.startswith("#"):'],
  ['if x == "#":  # "c"', 'if x == "#":'],
  ["# all of it", ""],
])("takes the comment from %j", (line, code) => {
  expect(withoutComment(line, syntaxOf("python"))).toBe(code);
});

it.each(["}", "])", "    pass", "return None", "0, 0, 0, 0", "else:", "# ----------"])(
  "%j repeats by chance",
  (line) => {
    expect(isDistinct(line)).toBe(false);
  },
);

it.each(["import os", "self.a = a", "def f(x):", "名前 = 値の計算"])("%j does not", (line) => {
  expect(isDistinct(line)).toBe(true);
});
