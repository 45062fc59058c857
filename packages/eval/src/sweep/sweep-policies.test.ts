import { POLICY_NAMES } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { madeRows } from "../../test/made-rows.js";
import { pairFacts, sweepPolicies } from "./sweep-policies.js";

const OPTIONS = { policies: POLICY_NAMES, thresholds: 100, user: "accepts-all", networkMs: 200 } as const;

describe("a sweep over rows", () => {
  const rows = madeRows(400);
  const sweeps = sweepPolicies(rows, OPTIONS);
  const of = (name: string) => sweeps.find(({ policy }) => policy === name) ?? Promise.reject(new Error(name));

  it("goes from nothing escalated by confidence to everything, in so many steps", async () => {
    const { points } = await of("confidenceThreshold");
    expect(points).toHaveLength(100);
    expect([points[0]?.escalatedShare, points.at(-1)?.escalatedShare]).toEqual([0, 1]);
    const shares = points.map(({ escalatedShare }) => escalatedShare);
    expect([...shares].sort((one, other) => one - other)).toEqual(shares);
  });

  it("has the models alone and the oracle as its ends: no policy is better than the oracle", async () => {
    const { localShare, largeShare, oracleShare, onlyLargeShare } = pairFacts(rows);
    expect((await of("alwaysLocal")).best).toMatchObject({ rightShare: localShare, escalatedShare: 0 });
    expect((await of("alwaysLarge")).best).toMatchObject({ rightShare: largeShare, escalatedShare: 1 });
    expect(oracleShare).toBeCloseTo(localShare + onlyLargeShare, 12);
    for (const { points } of sweeps)
      for (const { rightShare } of points) expect(rightShare).toBeLessThanOrEqual(oracleShare);
    expect((await of("confidenceThreshold")).best.rightShare).toBeGreaterThan(Math.max(localShare, largeShare));
  });
});
