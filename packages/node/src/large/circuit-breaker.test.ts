import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  admit,
  afterAnswer,
  afterCancel,
  afterFault,
  BREAKER_LIMITS,
  type BreakerState,
  CLOSED,
} from "./circuit-breaker.js";

/** One request that is admitted and fails. */
const failing = (state: BreakerState, nowMs: number, kind: "passing" | "lasting" = "passing") => {
  const admitted = admit(state, nowMs);
  if (admitted === null) throw new Error("not admitted");
  return afterFault(admitted, nowMs, kind);
};

describe("the circuit breaker", () => {
  it("opens after three faults in a row, and lets one request try after five seconds", () => {
    const two = failing(failing(CLOSED, 0), 1);
    expect(two.kind).toBe("closed");
    const open = failing(two, 100);
    expect(admit(open, 5_099)).toBeNull();
    const trying = admit(open, 5_100);
    expect(trying?.kind).toBe("trying");
    expect(admit(trying as BreakerState, 9_999)).toBeNull();
  });

  it("forgets faults with an answer", () => {
    const two = failing(failing(CLOSED, 0), 1);
    expect(failing(afterAnswer(two), 2).kind).toBe("closed");
    expect(afterAnswer(admit(failing(two, 2), 60_000) as BreakerState)).toEqual(CLOSED);
  });

  it("pauses twice as long each time a try fails, up to five minutes", () => {
    let state = failing(failing(failing(CLOSED, 0), 0), 0);
    const pauses = [state.untilMs];
    for (let round = 0; round < 8; round++) {
      const now = state.untilMs;
      state = failing(state, now);
      pauses.push(state.untilMs - now);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  });

  it("opens at once, for a minute, where the next request would meet the same", () => {
    const open = failing(CLOSED, 7, "lasting");
    expect(open).toMatchObject({ kind: "open", untilMs: 7 + BREAKER_LIMITS.lastingPauseMs });
  });

  it("learns nothing from a cancelled request: the next one may try", () => {
    const open = failing(CLOSED, 0, "lasting");
    const trying = admit(open, 60_000) as BreakerState;
    expect(admit(afterCancel(trying), 60_000)?.kind).toBe("trying");
    expect(afterCancel(CLOSED)).toEqual(CLOSED);
  });

  it("never admits two requests at once while it is not closed, and never stays shut for more than five minutes", () => {
    const step = fc.constantFrom("answer", "passing", "lasting", "cancel", "ask");
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat({ max: 400_000 })), { maxLength: 40 }), (steps) => {
        let state = CLOSED;
        let now = 0;
        for (const [what, wait] of steps) {
          now += wait;
          const admitted = admit(state, now);
          if (state.kind === "closed") expect(admitted).toEqual(state);
          if (state.kind === "trying") expect(admitted).toBeNull();
          if (state.kind === "open") expect(state.untilMs - now).toBeLessThanOrEqual(BREAKER_LIMITS.longestPauseMs);
          if (admitted === null) {
            // What is under way ends somehow.
            if (state.kind === "trying") state = afterCancel(state);
            continue;
          }
          state = admitted;
          if (what === "answer") state = afterAnswer(state);
          else if (what === "cancel") state = afterCancel(state);
          else if (what !== "ask") state = afterFault(state, now, what);
        }
      }),
    );
  });
});
