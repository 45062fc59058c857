import { describe, expect, it } from "vitest";
import { rowOf } from "./row-fixture.js";
import { cellSummaries, modelSummary, outcomesOf, standardError } from "./summary.js";

const rows = [
  rowOf({ task: "1", isExact: true, editSimilarity: 1, totalMs: 100 }),
  rowOf({ task: "2", isExact: false, editSimilarity: 0.5, totalMs: 200 }),
  rowOf({ task: "3", answer: null, outcome: "dropped: blank", editSimilarity: 0, totalMs: 600 }),
  rowOf({ task: "4", answer: null, outcome: "failed: engine-crashed", editSimilarity: 0, totalMs: 1_100 }),
  rowOf({ task: "1", context: "left", isExact: true, editSimilarity: 1 }),
];

describe("the table of cells", () => {
  it("has counts, rates with standard errors and times, what is no suggestion being wrong", () => {
    const cells = cellSummaries(rows, ["m"], (cell) => (cell.context === "left" ? 1 : 4));
    expect(cells).toEqual([
      {
        model: "m",
        kind: "line",
        context: "left-and-right",
        retrieval: "with",
        tasks: 4,
        exact: 1,
        exactPercent: 25,
        // √(¼ · ¾ / 4)
        exactStandardError: 21.65,
        editSimilarity: 0.375,
        editSimilarityStandardError: 0.2073,
        withoutSuggestion: 2,
        meanMs: 500,
        medianMs: 200,
      },
      expect.objectContaining({ context: "left", tasks: 1, exact: 1, exactPercent: 100 }),
    ]);
  });

  it.each([
    ["a row is missing", rows.slice(1)],
    ["a task has two rows", [...rows.slice(1), rows[1] as (typeof rows)[number]]],
  ])("is refused where %s", (_, wrong) => {
    expect(() => cellSummaries(wrong, ["m"], (cell) => (cell.context === "left" ? 1 : 4))).toThrow(
      "no table is printed",
    );
  });
});

it("outcomes are counted", () => {
  expect(outcomesOf(rows, "m")).toEqual({ suggested: 3, "dropped: blank": 1, "failed: engine-crashed": 1 });
  expect(Object.values(outcomesOf(rows, "m")).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
});

it("tokens per second are those of all requests together", () => {
  const [fast, slow] = [rowOf({}), rowOf({ evaluatedTokens: 100, evaluateMs: 170, laterTokens: 0, laterMs: 0 })];
  expect(modelSummary([fast, slow], { label: "m", fileBytes: 12_340_000 })).toMatchObject({
    fileMb: 12.3,
    requests: 2,
    evaluatedTokensPerSecond: 1_200,
    generatedTokensPerSecond: 250,
  });
  const none = modelSummary([rowOf({ evaluatedTokens: 0, laterTokens: 0 })], { label: "m", fileBytes: 0 });
  expect(none).toMatchObject({ evaluatedTokensPerSecond: null, generatedTokensPerSecond: null });
});

it("the standard error of a share is that of the binomial distribution", () => {
  const values = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(standardError(values)).toBeCloseTo(Math.sqrt((0.2 * 0.8) / 10), 12);
});
