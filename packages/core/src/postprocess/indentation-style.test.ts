import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { indentationStyle } from "./indentation-style.js";

const tabs = "def f(a):\n\tif a:\n\t\treturn 1\n\tfor b in a:█\n\treturn 2\n";
const spaces = "def f(a):\n  if a:\n    return 1\n  for b in a:█\n  return 2\n";

it("makes spaces into tabs in a file with tabs", () => {
  expect(apply(indentationStyle, { picture: tabs, answer: "\n        use(b)\n        more(b)" })).toBe(
    "\n\t\tuse(b)\n\t\tmore(b)",
  );
  expect(apply(indentationStyle, { picture: tabs, answer: "\n    if b:\n      use(b)" })).toBe(
    "\n\t\tif b:\n\t\t\tuse(b)",
  );
});

it("makes tabs into the file's spaces", () => {
  expect(apply(indentationStyle, { picture: spaces, answer: "\n\t\tuse(b)" })).toBe("\n    use(b)");
});

it("leaves strings and block comments alone", () => {
  const answer = '\n\t\tx = """\n    text\n"""';
  expect(apply(indentationStyle, { picture: tabs, answer })).toBe(answer);
  const comment = "\t/**\n\t * One.\n\t */\n\tf();\n\t/**█\n\tg();\n";
  expect(apply(indentationStyle, { picture: comment, answer: "\n    * Two.", languageId: "typescript" })).toBe(
    "\n    * Two.",
  );
});

it("changes nothing in a file that does both", () => {
  const picture = "def f():\n\treturn 1\ndef g():\n    return 2\ndef h():█\n";
  expect(apply(indentationStyle, { picture, answer: "\n\treturn 3" })).toBe("\n\treturn 3");
});

it("changes no white space within the line", () => {
  expect(apply(indentationStyle, { picture: "\tif a:\n\t\tx =█\n\n", answer: "    1" })).toBe("    1");
});
