import { describe, expect, it } from "vitest";
import { keyOf, type Row } from "../rows/row.js";
import { type JudgedRow, judgedKeyOf, textHashOf } from "../scores/judged-row.js";
import { type JudgedRows, pairRows } from "./pair-rows.js";

const CONFIDENCE = { tokens: 3, geometricMean: 0.5, arithmeticMean: 0.6 };

function judgedRows(...made: readonly (Partial<Row> & { readonly verdict?: JudgedRow["verdict"] })[]): JudgedRows {
  const rows = made.map(
    ({ verdict: _, ...row }) =>
      ({
        task: "a",
        setting: "left-and-right",
        text: "x",
        syntax: { live: "valid", strict: "invalid" },
        facts: { languageId: "python", confidence: CONFIDENCE, wholeConfidence: CONFIDENCE, isBlank: false },
        ms: { total: 40, firstTokens: 10, engine: 30 },
        ...row,
      }) as Row,
  );
  const judged = rows.flatMap((row, at) => {
    const verdict = made[at]?.verdict;
    const own = { task: row.task, setting: row.setting, textHash: textHashOf(row.text), verdict, isExact: false };
    return verdict === undefined ? [] : [[judgedKeyOf(row), own as JudgedRow] as const];
  });
  return { rows: new Map(rows.map((row) => [keyOf(row), row])), judged: new Map(judged) };
}

const options = { setting: "left-and-right", measure: "tests" } as const;

describe("two models' rows", () => {
  it("are one row a task, with the strict gate where the whole file is there", () => {
    const large = judgedRows({ verdict: "failed", ms: { total: 90, firstTokens: null, engine: 80 } });
    expect(pairRows(judgedRows({ verdict: "passed" }), large, options)).toEqual([
      {
        task: "a",
        languageId: "python",
        facts: { confidence: CONFIDENCE, wholeConfidence: CONFIDENCE, isBlank: false, syntax: "invalid" },
        local: { isRight: true, ms: 40, firstTokensMs: 10 },
        large: { isRight: false, ms: 90 },
      },
    ]);
  });

  it("have the live gate where the file ends at the cursor, and no certainty where the request failed", () => {
    const local = judgedRows({ setting: "left", verdict: "no-suggestion", text: null, facts: null });
    const [row] = pairRows(local, judgedRows({ setting: "left", verdict: "passed" }), { ...options, setting: "left" });
    expect(row?.facts).toEqual({ confidence: null, wholeConfidence: null, isBlank: true, syntax: "valid" });
  });

  it("must both be there, and judged", () => {
    const one = judgedRows({ verdict: "passed" });
    expect(() => pairRows(one, judgedRows({ task: "b", verdict: "passed" }), options)).toThrow(/no row for a/);
    expect(() => pairRows(one, judgedRows({}), options)).toThrow(/nearfirst eval score/);
  });

  it("are those that both have answered where that is asked for", () => {
    const common = { ...options, common: true };
    const [a, b] = [judgedRows({ verdict: "passed" }), judgedRows({ task: "b", verdict: "passed" })];
    const both = { rows: new Map([...a.rows, ...b.rows]), judged: new Map([...a.judged, ...b.judged]) };
    expect(pairRows(both, b, common).map(({ task }) => task)).toEqual(["b"]);
    expect(() => pairRows(a, b, common)).toThrow(/no task that both/);
  });
});
