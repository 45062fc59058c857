import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { lineBreaks } from "./line-breaks.js";

it.each([
  ["a\r\nb", "a\nb"],
  ["a\r\n\r\nb", "a\n\nb"],
  ["a\rb", "a\nb"],
  ["a\r", "a"],
  ["a\nb\n", "a\nb\n"],
])("makes %j into %j", (answer, expected) => {
  expect(apply(lineBreaks, { picture: "█", answer })).toBe(expected);
});
