import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { followingLinesIndentation } from "./following-lines-indentation.js";

it("moves a body under its header", () => {
  const picture = "class A:\n    def f(self):\n        █\n";
  expect(apply(followingLinesIndentation, { picture, answer: "if self.a:\n    return 1\n\nreturn 2" })).toBe(
    "if self.a:\n            return 1\n\n        return 2",
  );
});

it("moves the lines of an open bracket", () => {
  const picture = "def f():\n    x = █\n";
  expect(apply(followingLinesIndentation, { picture, answer: "[\n    1,\n    2,\n]" })).toBe(
    "[\n        1,\n        2,\n    ]",
  );
  const braces = "class A {\n  f() {\n    █\n  }\n}\n";
  expect(
    apply(followingLinesIndentation, { picture: braces, answer: "if (a) {\n  b();\n}", languageId: "typescript" }),
  ).toBe("if (a) {\n      b();\n    }");
});

it("does not touch the inside of a string", () => {
  const picture = "def f():\n    █\n";
  expect(apply(followingLinesIndentation, { picture, answer: 'if a:\n    x = """\nfoo\n"""\n    y = 1' })).toBe(
    'if a:\n        x = """\nfoo\n"""\n        y = 1',
  );
});

it.each([
  ["a body that is deep enough", "if a:\n            return 1\n        return 2"],
  ["a line that closes the block", "x = 1\n    y = 2"],
  ["a line in column 0", "if a:\ndef f():"],
  ["a bracket that closes at its own depth", "x = [\n            1,\n        ]"],
])("keeps %s", (_, answer) => {
  const picture = "class A:\n    def f(self):\n        █\n";
  expect(apply(followingLinesIndentation, { picture, answer })).toBe(answer);
});
