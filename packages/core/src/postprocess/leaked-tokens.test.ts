import { describe, expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { leakedTokens } from "./leaked-tokens.js";

it.each([
  ["return x<|endoftext|>", "return x"],
  ["return x</s>\n<file_sep>other.py\nimport os", "return x"],
  ["<fim_middle>return x", "return x"],
  ["<s> <fim_middle>return x<fim_suffix>y", "return x"],
  ["return x<\uFF5Cfim\u2581begin\uFF5C>", "return x"],
  ["return x<\uFF5Cfim begin\uFF5C>", "return x"],
  ["<fim_middle></s>", "dropped: blank"],
])("takes the special tokens out of %j", (answer, expected) => {
  expect(apply(leakedTokens, { picture: "def f(x):\n    █\n", answer })).toBe(expected);
});

it.each(["<|f", "<|endofte", "<fim_mid", "<file_s"])("cuts %j at the end: a special token cut off", (partial) => {
  expect(apply(leakedTokens, { picture: "█\n", answer: `return x${partial}` })).toBe("return x");
});

it.each(["a <", "a <s", "List<fi", "xs[PRE", "</s", "\n"])("keeps %j, which is code", (answer) => {
  expect(apply(leakedTokens, { picture: "x = █\n", answer })).toBe(answer);
});

describe("a file about special tokens", () => {
  const picture = 'PREFIX = "<fim_prefix>"\nSUFFIX = "<fim_suffix>"\nprompt = █\n';

  it("may have them in its strings", () => {
    expect(apply(leakedTokens, { picture, answer: '"<fim_prefix>" + text' })).toBe('"<fim_prefix>" + text');
    expect(apply(leakedTokens, { picture, answer: "x  # before <fim_prefix>" })).toBe("x  # before <fim_prefix>");
  });

  it("has them nowhere else", () => {
    expect(apply(leakedTokens, { picture, answer: "text<fim_prefix>" })).toBe("text");
  });

  it("gets none that it does not have itself", () => {
    expect(apply(leakedTokens, { picture, answer: '"<fim_middle>"' })).toBe('"');
  });

  it("may index by a name that is written like one", () => {
    expect(apply(leakedTokens, { picture, answer: "texts[PREFIX]" })).toBe("texts[PREFIX]");
    expect(apply(leakedTokens, { picture: "x = █\n", answer: "texts[PREFIX]" })).toBe("texts");
  });
});
