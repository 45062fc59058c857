import { expect, it } from "vitest";
import { apply, type Scenario } from "../../test/rule-checks.js";
import { unfinishedEnd } from "./unfinished-end.js";

const cutOff = (scenario: Scenario) =>
  apply(unfinishedEnd, { stopReason: "max-tokens", stopMode: "block", ...scenario });

it.each([
  ["brackets", "a = 1\nb = f(\n    1,\n    2", "a = 1"],
  ["a string", "a = 1\nb = '''\ntext", "a = 1"],
  ["an expression", "a = 1\nb = 2\nc = a +", "a = 1\nb = 2"],
])("ends after the last whole line where the limit cut within %s", (_, answer, expected) => {
  expect(cutOff({ picture: "█\n", answer })).toBe(expected);
});

it.each([
  ["nothing shows that it is unfinished", { picture: "█\n", answer: "a = 1\nb = 2" }],
  ["it is one line", { picture: "█\n", answer: "a = f(" }],
  ["no line is whole", { picture: "x = █\n", answer: "f(\n    1,\n    2" }],
  ["the model ended it", { picture: "█\n", answer: "a = 1\nb = f(\n", stopReason: "end-of-middle" }],
  ["the mode is free", { picture: "█\n", answer: "a = 1\nb = f(\n    1", stopMode: "tokens" }],
  ["the bracket was open before", { picture: "f(\n    █\n", answer: "a=1\n    , b=2" }],
] satisfies [string, Scenario][])("leaves the answer where %s", (_, scenario) => {
  expect(cutOff(scenario)).toBe(scenario.answer);
});
