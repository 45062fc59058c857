import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { surplusBrackets } from "./surplus-brackets.js";

it.each([
  ["foo(█)", "a, b)", "a, b"],
  ["foo(█)", "a, g(b))", "a, g(b)"],
  ["foo(█)", "g(b)", "g(b)"],
  ["foo(█)", "a).bar(b)", "a).bar(b"],
  ["foo(█)", "a) + c", "a"],
  ["foo(█", "a))", "a)"],
  ["foo(bar(█)", "a))", "a)"],
  ["x = [█]", "1, 2]", "1, 2"],
  ["x = {█}", '"a": [1]}', '"a": [1]'],
  ["def f(█):", "a, b):", "a, b"],
  ["foo(a█)", ")", "dropped: only-closing"],
  ['foo("ab█)', 'c")', 'c"'],
  ['foo("█)")', "(", "("],
  ["foo(█", 'a, ")")', 'a, ")")'],
  ["foo(█", "a)  # see (1))", "a)  # see (1))"],
])("%s and %s give %s", (line, answer, expected) => {
  expect(apply(surplusBrackets, { picture: `${line}\n`, answer })).toBe(expected);
});

it("leaves the bracket on the next line alone", () => {
  const picture = "foo(\n    a,\n    █\n)\n";
  expect(apply(surplusBrackets, { picture, answer: "b,\n)" })).toBe("b,");
  expect(apply(surplusBrackets, { picture, answer: "g(b)," })).toBe("g(b),");
});

it("closes a call inside a block, and not the block", () => {
  const picture = "function f() {\n  foo(█\n}\n";
  expect(apply(surplusBrackets, { picture, answer: "a);", languageId: "typescript" })).toBe("a);");
  expect(apply(surplusBrackets, { picture, answer: "a));", languageId: "typescript" })).toBe("a)");
});

it("does nothing where the file does not balance without the answer", () => {
  expect(apply(surplusBrackets, { picture: "x = 1█)\n", answer: " + f(2))" })).toBe(" + f(2))");
});

it("keeps a brace that closes a block out of reach", () => {
  expect(apply(surplusBrackets, { picture: "  x();\n█\n", answer: "}", languageId: "typescript" })).toBe("}");
});

it("counts no bracket of a comment that begins at the cursor", () => {
  expect(apply(surplusBrackets, { picture: "/█\n", answer: "/ :)", languageId: "typescript" })).toBe("/ :)");
});
