import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { answerLength, MAX_ANSWER_LENGTH } from "./answer-length.js";

it("cuts an endless answer at the end of a line", () => {
  const cut = apply(answerLength, { picture: "█", answer: "line of code\n".repeat(10_000) });
  expect(cut.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
  expect(cut.endsWith("line of code")).toBe(true);
});

it("cuts an endless line", () => {
  expect(apply(answerLength, { picture: "█", answer: "x".repeat(100_000) })).toBe("x".repeat(MAX_ANSWER_LENGTH));
});
