import type { EvaluatedRow } from "@nearfirst/node";
import { describe, expect, it } from "vitest";
import { aucOf, pairSummary } from "./pair-summary.js";
import { decisionMs, paperComparisons, policyTable } from "./policy-table.js";

interface Kind {
  readonly count: number;
  /** Both means of the first tokens: SynConfRoute's and `nearfirst`'s, MCCom's. */
  readonly geometricMean: number;
  readonly arithmeticMean: number;
  readonly local: boolean;
  readonly large: boolean;
}

function rowsOf(kinds: readonly Kind[]): EvaluatedRow[] {
  return kinds.flatMap(({ count, geometricMean, arithmeticMean, local, large }, kind) =>
    Array.from({ length: count }, (_, at): EvaluatedRow => {
      const confidence = { tokens: 3, geometricMean, arithmeticMean };
      return {
        task: `${kind}/${at}`,
        languageId: "python",
        facts: { confidence, wholeConfidence: confidence, syntax: "valid", isBlank: false },
        local: { isRight: local, ms: 100, firstTokensMs: 30 },
        large: { isRight: large, ms: 300 },
      };
    }),
  );
}

const SURE = { geometricMean: 0.9, arithmeticMean: 0.9, local: true, large: false };
const UNSURE = { geometricMean: 0.2, arithmeticMean: 0.3, local: false, large: true };

describe("the table of policies", () => {
  const table = policyTable(
    rowsOf([
      { count: 6, ...SURE },
      { count: 4, ...UNSURE },
    ]),
    200,
  );
  const line = (policy: string, user = "accepts-all") =>
    table.find((each) => each.policy === policy && each.user === user);

  it("has each policy with each user once", () => {
    expect(new Set(table.map(({ user, policy }) => `${user} ${policy}`)).size).toBe(table.length);
    expect(table.length).toBe(2 * new Set(table.map(({ policy }) => policy)).size);
  });

  it("counts what is right, what was asked, and the network", () => {
    expect(line("alwaysLocal")).toMatchObject({ rightPercent: 60, escalatedPercent: 0, meanMs: 100 });
    expect(line("alwaysLarge")).toMatchObject({ rightPercent: 40, escalatedPercent: 100, meanMs: 500 });
    expect(line("nearfirst")).toMatchObject({ rightPercent: 100, escalatedPercent: 40, p95Ms: 530 });
  });

  it("tells what a user who knows better adds from what was shown first", () => {
    expect(line("mcComDynamic", "accepts-only-right")).toMatchObject({ rightPercent: 100, firstRightPercent: 60 });
  });
});

describe("nearfirst beside the better of the papers' policies", () => {
  it("is as good with fewer calls where its score tells right from wrong", () => {
    const rows = rowsOf([
      { count: 5, ...SURE },
      { count: 5, ...SURE, geometricMean: 0.6, arithmeticMean: 0.7 },
      { count: 5, ...UNSURE },
    ]);
    const [shown] = paperComparisons(rows, 200);
    expect(shown).toMatchObject({ rightPercent: 100, escalatedPercent: 33.3, note: "at least as good" });
  });

  it("is said to be worse where the other paper's score does", () => {
    const rows = rowsOf([
      { count: 5, ...SURE, geometricMean: 0.3 },
      { count: 5, ...UNSURE, geometricMean: 0.6 },
    ]);
    const [shown] = paperComparisons(rows, 200);
    expect(shown).toMatchObject({
      paper: "mcCom",
      paperRightPercent: 100,
      note: expect.stringMatching(/^worse by 50 points/),
    });
  });
});

describe("the summary of a pair", () => {
  it("says that a pair cannot test routing where the large model adds next to nothing", () => {
    const even = rowsOf([
      { count: 50, ...SURE },
      { count: 51, ...UNSURE },
    ]);
    expect(pairSummary(even)).toMatchObject({
      gainPoints: 1,
      pair: expect.stringMatching(/^cannot/),
      oraclePercent: 100,
    });
    const uneven = rowsOf([
      { count: 40, ...SURE },
      { count: 60, ...UNSURE },
    ]);
    expect(pairSummary(uneven)).toMatchObject({ gainPoints: 20, pair: "can test routing" });
  });

  it("tells how well a score separates right from wrong", () => {
    const rows = rowsOf([
      { count: 5, ...SURE },
      { count: 5, ...UNSURE, arithmeticMean: 0.9 },
    ]);
    expect([aucOf(rows, "geometricMean"), aucOf(rows, "arithmeticMean")]).toEqual([1, 0.5]);
    expect(aucOf(rowsOf([{ count: 5, ...SURE }]), "geometricMean")).toBeNull();
  });
});

it("a decision takes next to no time", () => {
  expect(decisionMs(rowsOf([{ count: 50, ...SURE }]))).toBeLessThan(1);
});
