import { expect, it } from "vitest";
import { apply, type Scenario } from "../../test/rule-checks.js";
import { missingQuotes } from "./missing-quotes.js";

const ended = (scenario: Scenario) => apply(missingQuotes, { stopReason: "end-of-middle", ...scenario });

it.each([
  ["the cursor's line opened", { picture: 'print("█\n', answer: "hello" }, 'hello"'],
  ["the answer opened", { picture: "name = █\n", answer: "'hello" }, "'hello'"],
  ["stands behind another", { picture: 'f("a", █\n', answer: '"b' }, '"b"'],
  ["has an expression in it", { picture: 'f"{a} █\n', answer: "and {b}" }, 'and {b}"'],
] satisfies [string, Scenario, string][])("closes the string that %s", (_, scenario, expected) => {
  expect(ended(scenario)).toBe(expected);
});

it.each([
  ["generation was stopped", { picture: 'print("█\n', answer: "hello", stopReason: "max-tokens" }],
  ["the rest of the line closes it", { picture: 'print("█")\n', answer: "hello" }],
  ["the string spans lines", { picture: '"""█\n', answer: "Says hello" }],
  ["the line stands in a longer string", { picture: '"""\nIt does█\n"""\n', answer: "n't matter" }],
  ["an expression in it is open", { picture: 'f"█\n', answer: "{name" }],
  ["the string goes on on the next line", { picture: 'print("█\n', answer: "hello \\" }],
  ["a comment has an apostrophe", { picture: "# it does█\n", answer: "n't matter" }],
  ["the answer closes it", { picture: 'print("█\n', answer: 'hello")' }],
  ["a regular expression is open", { picture: "x = █\n", answer: "/abc", languageId: "typescript" }],
  ["the mode is free", { picture: 'print("█\n', answer: "hello", stopMode: "tokens" }],
] satisfies [string, Scenario][])("adds nothing where %s", (_, scenario) => {
  expect(ended(scenario)).toBe(scenario.answer);
});
