import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { repeatedPrefix } from "./repeated-prefix.js";

it("takes away the typed part of the line", () => {
  expect(apply(repeatedPrefix, { picture: "    total = █\n", answer: "total = price * count" })).toBe("price * count");
  expect(apply(repeatedPrefix, { picture: "    return █\n", answer: "    return x + 1" })).toBe("x + 1");
});

it("drops an answer that is nothing but the typed part", () => {
  expect(apply(repeatedPrefix, { picture: "    total = █\n", answer: "total =" })).toBe("dropped: repeats-prefix");
});

it.each([
  ["    None, █", "None, None]"],
  ["ab█", "ab = 1"],
  ["# -----█", "-----"],
  ['x = "ha ha █', 'ha ha"'],
])("keeps what may well come twice: %j and %j", (line, answer) => {
  expect(apply(repeatedPrefix, { picture: `${line}\n`, answer })).toBe(answer);
});

it("takes away lines that stand above", () => {
  const picture = "import os\nimport sys\n█\n";
  expect(apply(repeatedPrefix, { picture, answer: "import os\nimport sys\nimport json" })).toBe("import json");
});

it("takes away a header above, and its typed indentation", () => {
  const picture = "class A:\n    def f(self, x):\n        █\n";
  expect(apply(repeatedPrefix, { picture, answer: "    def f(self, x):\n        return x" })).toBe("return x");
  const flat = "def area(width, height):\n█\n";
  expect(apply(repeatedPrefix, { picture: flat, answer: "def area(width, height):\n    return width * height" })).toBe(
    "    return width * height",
  );
});

it("drops an import that stands above", () => {
  expect(apply(repeatedPrefix, { picture: "from a import b\n█\n", answer: "from a import b" })).toBe(
    "dropped: repeats-prefix",
  );
});

it("keeps a call that may be made twice", () => {
  expect(apply(repeatedPrefix, { picture: "queue.pop(0)\n█\n", answer: "queue.pop(0)" })).toBe("queue.pop(0)");
});
