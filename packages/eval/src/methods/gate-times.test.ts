import { describe, expect, it } from "vitest";
import { madeEvaluation } from "../../test/made-evaluation.js";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { claimFindings } from "../claims/claims.js";
import { SINGLE_LINE } from "../tables/evaluation.js";
import { gateTimes } from "./gate-times.js";

/** Nine files of 10, 20, … characters; the time of each is its number of characters in hundredths of a millisecond. */
function evaluationOf({ timed, withData }: Asked) {
  const sizes = Array.from({ length: 9 }, (_, at) => 10 * (at + 1));
  const made = madeEvaluation(
    sizes.map((size) => {
      const answer = { isRight: false, ...(timed ? { strictMs: size / 100 } : {}) };
      return { task: `f${size}/L0`, local: answer, large: answer };
    }),
  );
  const sources = new Map(
    sizes.map((size) => {
      // The answer is of one character.
      const task = { id: `f${size}/L0`, languageId: "python", prefix: "a".repeat(size - 2), suffix: "b" };
      return [task.id, task as BenchmarkTask] as const;
    }),
  );
  return withData ? { ...made, sources: new Map([[SINGLE_LINE, sources]]) } : made;
}

interface Asked {
  readonly timed: boolean;
  readonly withData: boolean;
}

const findingOf = (asked: Asked) => claimFindings(evaluationOf(asked)).find(({ id }) => id === "C21");

describe("the times of the syntax gate", () => {
  it("stand by thirds of the files' sizes, of both models' rows", () => {
    expect(gateTimes(evaluationOf({ timed: true, withData: true }))).toEqual([
      { languageId: "python", third: 1, least: 10, most: 30, times: [0.1, 0.2, 0.3, 0.1, 0.2, 0.3] },
      { languageId: "python", third: 2, least: 40, most: 60, times: [0.4, 0.5, 0.6, 0.4, 0.5, 0.6] },
      { languageId: "python", third: 3, least: 70, most: 90, times: [0.7, 0.8, 0.9, 0.7, 0.8, 0.9] },
    ]);
  });

  it("decide the claim that parsing costs nothing, with both percentiles of each third", () => {
    const { verdict, numbers } = findingOf({ timed: true, withData: true }) ?? {};
    expect(verdict).toBe("holds");
    expect(numbers).toContain("python, 70 to 90 characters: 0.80 ms, 99th percentile 0.90 (6)");
  });

  it("refute it where one third is slow", () => {
    const made = evaluationOf({ timed: true, withData: true });
    const slow = made.files.map((file) => ({
      ...file,
      rows: new Map(
        [...file.rows].map(([key, row]) => [key, { ...row, ms: { ...row.ms, strict: (row.ms.strict ?? 0) * 2 } }]),
      ),
    }));
    expect(claimFindings({ ...made, files: slow }).find(({ id }) => id === "C21")?.verdict).toBe("does not hold");
  });

  it("say what is lacking: their measurement in old rows, or the data that have the sizes", () => {
    expect(findingOf({ timed: false, withData: true })).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringContaining("older than its measurement"),
    });
    expect(findingOf({ timed: true, withData: false })).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringContaining("--data"),
    });
  });
});
