import { describe, expect, it } from "vitest";
import { madeEvaluation } from "../../../test/made-evaluation.js";
import { claimFindings } from "../../claims/claims.js";
import { type SignalsFile, signalKeyOf, signalRowOf } from "../../signals/signal-file.js";
import { isMeasured } from "../cell.js";
import type { Evaluation } from "../evaluation.js";
import { FALSE_POSITIVES } from "./signals.js";

/** Two right answers of the local model, and three wrong ones, one of which does not parse. */
const MADE = madeEvaluation([
  { task: "f0/L0", local: { isRight: true }, large: { isRight: true, text: "y" } },
  { task: "f1/L0", local: { isRight: true }, large: { isRight: true, text: "y" } },
  { task: "f2/L0", local: { isRight: false }, large: { isRight: true, text: "y" } },
  { task: "f3/L0", local: { isRight: false }, large: { isRight: true, text: "y" } },
  { task: "f4/L0", local: { isRight: false, isValid: false }, large: { isRight: true, text: "y" } },
]);

type Found = Pick<Parameters<typeof signalRowOf>[1], "completed" | "neutral">;

/** The evaluation with what a linter found in the local model's programs, by task; `gold` in each published one. */
function withLinter(found: Readonly<Record<string, Found>>, modelSha256?: string): Evaluation {
  const [local, large] = MADE.files;
  if (local === undefined || large === undefined) throw new Error("two files were made");
  const rows = [...local.rows.values()].flatMap((row) => {
    const own = found[row.task];
    const more = { gold: ["F401 unused"], goldNeutral: ["F401 unused"] };
    return own === undefined ? [] : [[signalKeyOf(row), signalRowOf(row, { ...own, ...more })] as const];
  });
  const header: SignalsFile["header"] = {
    format: 1,
    kind: "signals",
    benchmark: local.header.benchmark,
    dataSha256: local.header.dataSha256,
    modelSha256: modelSha256 ?? local.header.model.sha256,
    tool: { name: "ruff", version: "9.9.9", rules: "F" },
  };
  return { ...MADE, files: [{ ...local, signals: [{ header, rows: new Map(rows) }] }, large] };
}

const FOUND: Readonly<Record<string, Found>> = {
  "f0/L0": { completed: ["F401 unused"], neutral: ["F401 unused"] },
  "f1/L0": { completed: [], neutral: [] },
  "f2/L0": { completed: ["F401 unused", "F821 name"], neutral: ["F401 unused"] },
  "f3/L0": { completed: ["F821 name"], neutral: null },
  "f4/L0": { completed: ["invalid-syntax expected"], neutral: [] },
};

function countsOf(evaluation: Evaluation, signal: string) {
  const { rows } = FALSE_POSITIVES.make(evaluation);
  const row = rows.find((cells) => `${cells[2]}`.startsWith(signal));
  return row?.slice(3).map((cell) => (isMeasured(cell) ? [cell.count, cell.of] : cell));
}

describe("what a linter finds", () => {
  it("is counted over right and wrong answers and over the true code, plainly and differentially", () => {
    const evaluation = withLinter(FOUND);
    expect(countsOf(evaluation, "ruff 9.9.9: anything found")).toEqual([
      [1, 2],
      [3, 3],
      [2, 2],
      [5, 5],
    ]);
    expect(countsOf(evaluation, "ruff 9.9.9: found, and not")).toEqual([
      [0, 2],
      [2, 3],
      [1, 2],
      [0, 5],
    ]);
  });

  it("is told with how many answers there is nothing to compare", () => {
    expect(FALSE_POSITIVES.make(withLinter(FOUND)).notes).toContain(
      "humaneval-infilling-single-line, left-and-right: in the place of 1 of 5 answers no neutral statement can stand.",
    );
  });

  it("is left out where one answer was not asked about, or it was found in another model's", () => {
    const { "f1/L0": _, ...most } = FOUND;
    for (const evaluation of [withLinter(most), withLinter(FOUND, "another model's")]) {
      expect(countsOf(evaluation, "ruff")).toBeUndefined();
      expect(FALSE_POSITIVES.make(evaluation).missing.join("\n")).toContain(
        "`nearfirst eval signals local.jsonl --linter`",
      );
    }
  });

  it("decides the claim that such signals reject right answers, with both counts of each", () => {
    const judged = (evaluation: Evaluation) => claimFindings(evaluation).find(({ id }) => id === "C16");
    const { verdict, numbers } = judged(withLinter(FOUND)) ?? {};
    expect(verdict).toBe("holds");
    expect(numbers).toContain("of 2 right and 3 wrong answers");
    expect(numbers).toContain("ruff 9.9.9: anything found: 1, 3");
    expect(numbers).toContain("pyright was not asked");
    const sparing = { ...FOUND, "f0/L0": { completed: [], neutral: [] } };
    expect(judged(withLinter(sparing))?.verdict).toBe("does not hold");
    expect(judged(MADE)).toMatchObject({ verdict: "holds", numbers: expect.stringContaining("ruff was not asked") });
  });
});
