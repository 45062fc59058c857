import { mcCom } from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MadeTask, madeEvaluation, madeFile } from "../../test/made-evaluation.js";
import { pairIn } from "../tables/evaluation.js";
import { routeTasks } from "./routed-task.js";
import { callsOf, efficiency, withSimulatedUser } from "./simulated-user.js";

const answer = fc.record({
  isRight: fc.boolean(),
  confidence: fc.double({ min: 0.01, max: 1, noNaN: true }),
  ms: fc.integer({ min: 1, max: 900 }),
});
const tasks = fc
  .array(fc.record({ local: answer, large: answer }), { minLength: 1, maxLength: 30 })
  .map((made) => made.map((each, at): MadeTask => ({ task: `f${at}/0`, ...each })));

function pairOf(made: readonly MadeTask[]) {
  const pair = pairIn(madeEvaluation(made), "humaneval-infilling-single-line", "left-and-right");
  if (pair === null) throw new Error("both have answered");
  return pair;
}

describe("MCCom with a simulated user", () => {
  it("routes every request as the product's own policy does, with the same answer and time", () => {
    fc.assert(
      fc.property(tasks, (made) => {
        const pair = pairOf(made);
        const byPolicy = routeTasks(pair.tasks, mcCom(), {
          measure: "exact",
          user: "accepts-only-right",
          networkMs: 200,
        });
        const outcomes = withSimulatedUser(pair, { afterRejection: null, networkMs: 200 });
        expect(
          outcomes.map(({ isExact, cloudCalls, ms, routing }) => [
            isExact,
            cloudCalls === 1,
            ms,
            routing === "dynamic",
          ]),
        ).toEqual(
          byPolicy.map(({ isRight, isEscalated, ms, isAfterRejection }) => [
            isRight,
            isEscalated,
            ms,
            isAfterRejection,
          ]),
        );
        const { samples, static: fixed, dynamic, accepted, calls } = callsOf(outcomes);
        expect([fixed + dynamic, accepted + calls]).toEqual([calls, samples]);
      }),
    );
  });

  it("takes the large model's answer with draft and second retrieval after a rejection alone", () => {
    const made: MadeTask[] = [
      { task: "a/0", local: { isRight: false, confidence: 0.9, ms: 40 }, large: { isRight: false } },
      { task: "b/0", local: { isRight: false, confidence: 0.1, ms: 40 }, large: { isRight: false } },
      { task: "c/0", local: { isRight: true, confidence: 0.9, ms: 40 }, large: { isRight: false } },
    ];
    const afterRejection = madeFile(
      "large.mccom",
      made.map(({ task }) => ({ task, isRight: true, ms: 70 })),
      { method: "mccom" },
    );
    const outcomes = withSimulatedUser(pairOf(made), { afterRejection, networkMs: 200 });
    expect(outcomes.map(({ routing, isExact, ms }) => [routing, isExact, ms])).toEqual([
      ["dynamic", true, 40 + 200 + 70],
      // The local model is left at its first tokens.
      ["static", false, 20 + 200 + 100],
      ["accepted", true, 40],
    ]);
  });

  it('asks the large model at exactly the threshold, as MCCom\'s "exceeds" has it', () => {
    const made: MadeTask[] = [{ task: "a/0", local: { isRight: true, confidence: 0.8 }, large: { isRight: true } }];
    expect(withSimulatedUser(pairOf(made), { afterRejection: null, networkMs: 0 })[0]?.routing).toBe("static");
  });
});

describe("efficiency", () => {
  it("is the relative gain over the relative cost, as Table 7 defines it", () => {
    // 72.6 / 55.2 and 479 / 285: the printed rows give 46.3, the printed efficiency is 40.8 (M29).
    expect(efficiency({ exact: 0.726, ms: 479 }, { exact: 0.552, ms: 285 })).toBeCloseTo(46.3, 1);
    expect(efficiency({ exact: 0.7, ms: 200 }, { exact: 0.5, ms: 285 })).toBeNaN();
  });
});
