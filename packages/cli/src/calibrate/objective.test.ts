import { expect, it } from "vitest";
import { duration, objectiveOf, percentage, wordsOf } from "./objective.js";

it("a budget is a share of requests or a time, as people write them", () => {
  expect([percentage("25%"), percentage("12.5 %"), percentage("0"), percentage("100")]).toEqual([0.25, 0.125, 0, 1]);
  expect([duration("400ms"), duration("400"), duration("0.4s")]).toEqual([400, 400, 400]);
});

it("what is neither is refused with an example", () => {
  for (const text of ["101%", "-1", "", "a quarter"]) expect(() => percentage(text)).toThrow(/for example 25%/);
  for (const text of ["0", "fast", "4min"]) expect(() => duration(text)).toThrow(/for example 400ms/);
});

it("the objective is quality unless there is a budget", () => {
  expect(objectiveOf({})).toEqual({ kind: "quality" });
  expect(wordsOf(objectiveOf({ mostEscalated: 0.25 }))).toBe("the most right answers with at most 25.0 % escalated");
  expect(wordsOf(objectiveOf({ mostP95: 400 }))).toBe("the most right answers with 95 of 100 requests within 400 ms");
});
