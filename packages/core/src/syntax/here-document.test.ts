import { describe, expect, it } from "vitest";
import { isInHereDocument } from "./here-document.js";

const OPENING = /<<~?([A-Z]+)/g;

describe("a place in a here-document", () => {
  it.each([
    ["a\n", false],
    ["a = <<~B\n  don't (\n", true],
    ["a = <<~B\n  text\n  B\nc\n", false],
    ["a = <<B\n<<C\nB\nc\n", false],
    ["a = <<~B\n  text\n  B\nc = <<D\nBD\n", true],
    ["f(<<A, <<B)\nA\ntext\n", true],
    ["f(<<A, <<B)\nA\nB\n", false],
    ["f(<<A, 1", false],
  ])("is known by what opens and closes one: %j", (before, expected) => {
    expect(isInHereDocument(before, OPENING)).toBe(expected);
  });
});
