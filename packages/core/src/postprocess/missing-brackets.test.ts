import { expect, it } from "vitest";
import { apply, type Scenario } from "../../test/rule-checks.js";
import { missingBrackets } from "./missing-brackets.js";

const ended = (scenario: Scenario) => apply(missingBrackets, { stopReason: "end-of-middle", ...scenario });

it("closes what the line opened when the model ended by itself", () => {
  expect(ended({ picture: "foo(█\n", answer: "a, b" })).toBe("a, b)");
  expect(ended({ picture: "x = foo([█\ny = 2\n", answer: "a" })).toBe("a])");
});

it.each([
  ["generation was stopped", { picture: "foo(█\n", answer: "a, b", stopReason: "max-tokens" }],
  ["more is announced", { picture: "foo(█\n", answer: "a," }],
  ["the next line goes on", { picture: "foo(█\n    b)\n", answer: "a" }],
  ["the next line closes", { picture: "foo(█\n)\n", answer: "a" }],
  ["the rest of the line closes", { picture: "foo(█)\n", answer: "a" }],
  ["an earlier line opened it", { picture: "foo(\nbar(█\n", answer: "a" }],
  ["the string is open", { picture: 'foo("█\n', answer: "a" }],
  ["the mode is free", { picture: "foo(█\n", answer: "a", stopMode: "tokens" }],
] satisfies [string, Scenario][])("leaves the line open where %s", (_, scenario) => {
  expect(ended(scenario)).toBe(scenario.answer);
});
