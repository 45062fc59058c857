import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rejectsAnswer, rejectsGold } from "./rejections.js";
import type { SignalRow } from "./signal-file.js";

const rowOf = (found: Partial<SignalRow>): SignalRow => ({
  task: "f",
  setting: "left",
  textHash: "0",
  completed: [],
  neutral: [],
  gold: [],
  goldNeutral: [],
  ...found,
});

describe("an answer", () => {
  it("is rejected plainly for anything that is found in its program", () => {
    expect(rejectsAnswer(rowOf({ completed: ["F401 a"], neutral: ["F401 a"] }), "plain")).toBe(true);
    expect(rejectsAnswer(rowOf({ completed: [], neutral: ["F401 a"] }), "plain")).toBe(false);
  });

  it("is rejected differentially for what is not found without it, how often included", () => {
    const differs = (completed: readonly string[], neutral: readonly string[] | null) =>
      rejectsAnswer(
        rowOf({ completed: [...completed], neutral: neutral === null ? null : [...neutral] }),
        "differential",
      );
    expect(differs(["F401 a"], ["F401 a"])).toBe(false);
    expect(differs(["F401 a", "F821 b"], ["F401 a"])).toBe(true);
    expect(differs(["F821 b", "F821 b"], ["F821 b"])).toBe(true);
    expect(differs(["F821 b"], null)).toBe(false);
  });

  it("is never rejected differentially where it is not plainly, nor beside itself", () => {
    const findings = fc.array(fc.constantFrom("F401 a", "F821 b", "F841 c"), { maxLength: 4 });
    fc.assert(
      fc.property(findings, fc.option(findings), (completed, neutral) => {
        const row = rowOf({ completed, neutral });
        if (rejectsAnswer(row, "differential")) expect(rejectsAnswer(row, "plain")).toBe(true);
        expect(rejectsAnswer(rowOf({ completed, neutral: [...completed].reverse() }), "differential")).toBe(false);
      }),
    );
  });

  it("is judged apart from the published program", () => {
    const row = rowOf({ completed: ["F821 b"], gold: ["F401 a"], goldNeutral: ["F401 a"] });
    expect([rejectsGold(row, "plain"), rejectsGold(row, "differential")]).toEqual([true, false]);
  });
});
