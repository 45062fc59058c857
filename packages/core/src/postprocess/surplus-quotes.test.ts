import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { surplusQuotes } from "./surplus-quotes.js";

it.each([
  ['print("█")', 'hello")', "hello"],
  ['print("█")', "hello", "hello"],
  ['print("█")', 'hello", end="")', 'hello", end="'],
  ['print("█")', 'hello", x)', "hello"],
  ['x = "█"', 'b" + "c', 'b" + "c'],
  ['x = "█"', 'say \\"hi\\""', 'say \\"hi\\"'],
  ["x = '█'", "it\"s'", 'it"s'],
  ['"""█"""', 'Does it."""', "Does it."],
  ['x = "█"', '"', "dropped: only-closing"],
  ['x = ["a█"b"]', 'a", ', 'a", '],
  ['print("█', 'hello")', 'hello")'],
])("%s and %s give %s", (line, answer, expected) => {
  expect(apply(surplusQuotes, { picture: `${line}\n`, answer })).toBe(expected);
});
