import { expect, it } from "vitest";
import { apply, CHAT_PROFILE } from "../../test/rule-checks.js";
import { firstLineIndentation } from "./first-line-indentation.js";

it("takes away indentation that is typed already", () => {
  expect(apply(firstLineIndentation, { picture: "def f(x):\n    █\n", answer: "    return x" })).toBe("return x");
  expect(apply(firstLineIndentation, { picture: "def f(x):\n    y = x\n    █\n", answer: "    return y" })).toBe(
    "return y",
  );
});

it("takes away a single space before the first word", () => {
  expect(apply(firstLineIndentation, { picture: "def f(x):\n    y = x\n    █\n", answer: " return y" })).toBe(
    "return y",
  );
});

it("completes indentation that is typed in part", () => {
  const picture = "def f(x):\n    if x:\n    █\n";
  expect(apply(firstLineIndentation, { picture, answer: "        return x" })).toBe("    return x");
  expect(apply(firstLineIndentation, { picture, answer: "    return x" })).toBe("    return x");
});

it("takes away a doubled indentation in a language with brackets", () => {
  const picture = "function f(x) {\n  const y = x;\n  █\n}\n";
  expect(apply(firstLineIndentation, { picture, answer: "  return y;", languageId: "typescript" })).toBe("return y;");
});

it.each([
  ["inside brackets", "x = foo(\n    █\n", "    a"],
  ["inside a string", 'x = """\n    █\n', "    a"],
  ["after a backslash", "x = 1 + \\\n    █\n", "    a"],
  ["at column 0", "x = 1\n█\n", "    a"],
  ["on the next line", "x = 1\n    █\n", "    \n    a"],
  ["after a typed word", "def f():\n    x = █\n", "    a"],
])("leaves it alone %s", (_, picture, answer) => {
  expect(apply(firstLineIndentation, { picture, answer })).toBe(answer);
});

it("leaves the chat form to its own rule", () => {
  const scenario = { picture: "def f(x):\n    █\n", answer: "    return x", profile: CHAT_PROFILE };
  expect(apply(firstLineIndentation, scenario)).toBe("    return x");
});
