import {
  alwaysLarge,
  alwaysLocal,
  confidenceThreshold,
  mcCom,
  POLICY_NAMES,
  policyNamed,
  synConfRoute,
} from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EvaluatedRow } from "./evaluated-row.js";
import { bestPoint, operatingPoint, operatingPoints, sweepThreshold } from "./sweep-threshold.js";

interface Kind {
  readonly count: number;
  readonly score: number;
  readonly syntax: "valid" | "invalid";
  readonly local: boolean;
  readonly large: boolean;
}

function rowsOf(kinds: readonly Kind[]): EvaluatedRow[] {
  return kinds.flatMap(({ count, score, syntax, local, large }, kind) =>
    Array.from({ length: count }, (_, at) => {
      const confidence = { tokens: 3, geometricMean: score, arithmeticMean: score };
      return {
        task: `${kind}/${at}`,
        languageId: "python",
        facts: { confidence, wholeConfidence: confidence, syntax, isBlank: false },
        local: { isRight: local, ms: 100, firstTokensMs: 30 },
        large: { isRight: large, ms: 500 },
      };
    }),
  );
}

/**
 * SynConfRoute's 833 tasks by the counts that its percentages imply: 563 confident (397 right; of the 166 wrong ones 77 do
 * not parse, of which the large model solves 53), 270 escalated (207 solved), 413 solved by both, 183 by the large one alone.
 */
const PAPER = rowsOf([
  { count: 397 - 114 + 37, score: 0.9, syntax: "valid", local: true, large: true },
  { count: 77, score: 0.9, syntax: "valid", local: true, large: false },
  { count: 53, score: 0.9, syntax: "invalid", local: false, large: true },
  { count: 24, score: 0.9, syntax: "invalid", local: false, large: false },
  { count: 16, score: 0.9, syntax: "valid", local: false, large: true },
  { count: 73, score: 0.9, syntax: "valid", local: false, large: false },
  { count: 93, score: 0.5, syntax: "valid", local: true, large: true },
  { count: 37, score: 0.5, syntax: "valid", local: true, large: false },
  { count: 114, score: 0.5, syntax: "valid", local: false, large: true },
  { count: 26, score: 0.5, syntax: "valid", local: false, large: false },
]);

const options = { user: "accepts-all", networkMs: 0, threshold: 0.7 } as const;

describe("SynConfRoute's Table 4 comes out of its counts", () => {
  const percent = (share: number) => Number((100 * share).toFixed(1));
  it.each([
    ["always local", alwaysLocal, 63.3, 0],
    ["always large", alwaysLarge, 71.5, 100],
    ["confidence alone", confidenceThreshold(), 72.5, 32.4],
    ["with the syntax gate", synConfRoute(), 78.9, 41.7],
  ])("%s", (_, policy, solved, escalated) => {
    expect(PAPER).toHaveLength(833);
    const point = operatingPoint(policy, PAPER, options);
    expect([percent(point.rightShare), percent(point.escalatedShare)]).toEqual([solved, escalated]);
  });
});

describe("a simulated request", () => {
  const wrong = rowsOf([{ count: 1, score: 0.9, syntax: "valid", local: false, large: true }]);
  const unsure = rowsOf([{ count: 1, score: 0.5, syntax: "valid", local: false, large: true }]);
  const network = { ...options, networkMs: 200 };

  it("is refused by a user who knows what he wants, and answered once by the large model", () => {
    const point = operatingPoint(mcCom(), wrong, { ...network, user: "accepts-only-right" });
    expect(point).toMatchObject({ rightShare: 1, escalatedShare: 1, meanMs: 100 + 500 + 200 });
    expect(operatingPoint(mcCom(), wrong, network)).toMatchObject({ rightShare: 0, escalatedShare: 0, meanMs: 100 });
  });

  it("costs the first tokens where the decision falls there, the whole answer where it falls after", () => {
    expect(operatingPoint(mcCom(), unsure, network).meanMs).toBe(30 + 500 + 200);
    expect(operatingPoint(synConfRoute(), unsure, network).meanMs).toBe(100 + 500 + 200);
    expect(operatingPoint(alwaysLarge, unsure, network).meanMs).toBe(500 + 200);
  });
});

describe("a sweep", () => {
  const policyAt = (threshold: number) =>
    confidenceThreshold({ score: "geometricMean", threshold, atThreshold: "local" });
  const scoreOf = ({ facts }: EvaluatedRow) => facts.confidence?.geometricMean ?? 0;
  const rows = rowsOf([
    { count: 1, score: 0.2, syntax: "valid", local: false, large: true },
    { count: 1, score: 0.4, syntax: "valid", local: false, large: true },
    { count: 1, score: 0.6, syntax: "valid", local: true, large: false },
    { count: 1, score: 0.8, syntax: "valid", local: true, large: true },
  ]);
  const points = sweepThreshold(policyAt, scoreOf, rows, options);

  it("goes from nothing escalated to everything, by one task a step", () => {
    expect(points.map(({ escalatedShare }) => escalatedShare)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(points.map(({ rightShare }) => rightShare)).toEqual([0.5, 0.75, 1, 0.75, 0.75]);
  });

  it("finds the threshold with the most right answers, or the most within a limit", () => {
    expect(bestPoint(points, { kind: "quality" })?.threshold).toBeCloseTo(0.5, 12);
    expect(bestPoint(points, { kind: "escalated", mostShare: 0.25 })?.threshold).toBeCloseTo(0.3, 12);
    expect(bestPoint(points, { kind: "latency", mostP95Ms: 100 })?.threshold).toBe(0);
    expect(bestPoint(points, { kind: "latency", mostP95Ms: 99 })).toBeNull();
  });

  it("takes the fewest escalations of equal quality", () => {
    const alike = rowsOf([{ count: 3, score: 0.5, syntax: "valid", local: true, large: true }]);
    expect(bestPoint(sweepThreshold(policyAt, scoreOf, alike, options), { kind: "quality" })?.escalatedShare).toBe(0);
  });

  const kind = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    score: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 0.5, 1)),
    syntax: fc.constantFrom("valid", "invalid"),
    local: fc.boolean(),
    large: fc.boolean(),
  });

  it.each(POLICY_NAMES)("gives the points that %s has at each threshold by itself", (name) => {
    const threshold = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 0.5, 1));
    const policyAt = (at: number) => policyNamed(name, at);
    fc.assert(
      fc.property(
        fc.array(kind, { maxLength: 12 }),
        fc.array(threshold, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("accepts-all", "accepts-only-right"),
        (kinds, some, user) => {
          const rows = rowsOf(kinds as Kind[]);
          const thresholds = some.toSorted((one, other) => one - other);
          const simulation = { user, networkMs: 200 };
          expect(operatingPoints(policyAt, thresholds, rows, simulation)).toEqual(
            thresholds.map((at) => operatingPoint(policyAt(at), rows, { ...simulation, threshold: at })),
          );
        },
      ),
    );
  });

  it("never finds a better point than all tasks that either model solves", () => {
    fc.assert(
      fc.property(fc.array(kind, { minLength: 1, maxLength: 12 }), (kinds) => {
        const some = rowsOf(kinds as Kind[]);
        const oracle = some.filter(({ local, large }) => local.isRight || large.isRight).length / some.length;
        const all = sweepThreshold(policyAt, scoreOf, some, options);
        expect(bestPoint(all, { kind: "quality" })?.rightShare).toBeLessThanOrEqual(oracle);
        expect(all[0]?.escalatedShare).toBe(0);
      }),
    );
  });
});
