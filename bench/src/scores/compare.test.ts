import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareFiles, comparisons } from "./compare.js";
import { rowOf } from "./row-fixture.js";
import type { Row } from "./rows.js";

/** One row a letter: `+` exact, `-` not. */
function rowsOf(picture: string, given: Partial<Row> = {}): Row[] {
  return [...picture].map((letter, at) => rowOf({ task: String(at), isExact: letter === "+", ...given }));
}

describe("two models on the same tasks", () => {
  it("are compared task by task", () => {
    expect(comparisons(rowsOf("+++++-+-"), rowsOf("+------+"))).toEqual([
      {
        kind: "line",
        context: "left-and-right",
        retrieval: "with",
        tasks: 8,
        exactFirst: 6,
        exactSecond: 2,
        wins: 5,
        losses: 1,
        differencePoints: 50,
        // √((6 / 8 − ½²) / 8)
        differenceStandardError: 25,
        mcnemarP: 0.219,
        editSimilarityDifference: 0,
      },
    ]);
  });

  it("are compared where both have a row, cell by cell", () => {
    const first = [...rowsOf("++--"), ...rowsOf("+", { context: "left" })];
    const second = [...rowsOf("-+"), ...rowsOf("-", { retrieval: "without" })];
    expect(comparisons(first, second)).toEqual([expect.objectContaining({ tasks: 2, wins: 1, losses: 0 })]);
  });
});

describe("two files of rows", () => {
  const folder = mkdtempSync(join(tmpdir(), "nearfirst-bench-test-"));
  const written = (name: string, rows: readonly Row[], tasksSha256 = "t") => {
    const path = join(folder, name);
    const header = { run: { format: 1, tasksSha256 }, models: [], machine: {} };
    writeFileSync(path, [header, ...rows].map((each) => `${JSON.stringify(each)}\n`).join(""));
    return path;
  };

  it("are compared by the models that are named, or the only ones", () => {
    const both = written("both", [...rowsOf("++", { model: "a" }), ...rowsOf("--", { model: "b" })]);
    const one = written("one", rowsOf("+-", { model: "c" }));
    expect(compareFiles(`${both}#b`, one)).toMatchObject({ first: "b", second: "c", pairs: 2, onlyInFirst: 0 });
    expect(compareFiles(`${both}#a`, `${both}#b`)).toMatchObject({ cells: [{ wins: 2, losses: 0 }] });
    expect(() => compareFiles(both, one)).toThrow(`both has rows of a, b: say which as ${both}#MODEL`);
    expect(() => compareFiles(one, `${one}#d`)).toThrow("say which");
  });

  it("of other tasks, or without a common one, are not compared", () => {
    const one = written("one", rowsOf("+"));
    expect(() => compareFiles(one, written("other", rowsOf("+"), "u"))).toThrow("different tasks");
    expect(() => compareFiles(one, written("apart", rowsOf("+", { context: "left" })))).toThrow("in common");
    expect(() => compareFiles(one, join(folder, "nowhere"))).toThrow("There is no file");
    rmSync(folder, { recursive: true });
  });
});
