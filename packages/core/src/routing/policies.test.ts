/** What every routing policy keeps to. A new policy joins the list. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frozen } from "../frozen.js";
import { alwaysLocal } from "./always-local.js";
import type { RoutingPolicy } from "./policy.js";

const POLICIES: readonly RoutingPolicy[] = [alwaysLocal];

const probability = fc.double({ min: 0, max: 1, noNaN: true });
const facts = fc.record({
  trigger: fc.constantFrom<"automatic" | "explicit">("automatic", "explicit"),
  confidence: fc.option(
    fc.record({ tokens: fc.integer({ min: 1, max: 3 }), geometricMean: probability, arithmeticMean: probability }),
  ),
});

describe.each(POLICIES)("the policy $name", (policy) => {
  it("decides the same for the same facts, changes none of them, and says why", () => {
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 5 }), (sequence) => {
        const decide = () => sequence.map((each) => policy.afterLocal(frozen(each)));
        const decisions = decide();
        expect(decide()).toEqual(decisions);
        for (const { reason, score } of decisions) {
          expect(reason).not.toBe("");
          if (score !== null) expect(score).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
