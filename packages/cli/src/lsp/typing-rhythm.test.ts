import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pauseAfterKey, TypingRhythm } from "./typing-rhythm.js";

describe("the pause after a key", () => {
  it("is the longest while too few keys are known", () => {
    expect(pauseAfterKey([], 150)).toBe(150);
    expect(pauseAfterKey([10, 10, 10], 150)).toBe(150);
  });

  it("is a little longer than three of four intervals between keys", () => {
    expect(pauseAfterKey([60, 80, 80, 90], 150)).toBe(100);
    expect(pauseAfterKey([60, 80, 80, 590], 150)).toBe(100);
  });

  it("is short for those who type slower than the longest pause: there waiting is in vain", () => {
    expect(pauseAfterKey([200, 250, 300, 220], 150)).toBe(20);
  });

  it("is never longer than the longest, nor negative, whatever the intervals are", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1_000, noNaN: true })), fc.nat(5_000), (intervals, longest) => {
        const pause = pauseAfterKey(intervals, longest);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThanOrEqual(longest);
      }),
    );
  });
});

describe("the wait of a request", () => {
  /** Keys at these times. */
  const typed = (...times: readonly number[]) => {
    const rhythm = new TypingRhythm();
    for (const time of times) rhythm.changed(1, time);
    return rhythm;
  };

  it("counts what the editor waited already since the last key", () => {
    const rhythm = typed(0, 80, 160, 240, 320);
    expect(rhythm.waitMs(150, 370)).toBe(50);
    expect(typed(0, 80, 160, 240, 320).waitMs(150, 500)).toBe(0);
  });

  it("is the whole pause where no key came before it, as after a move of the cursor", () => {
    const rhythm = typed(0, 80, 160, 240, 320);
    rhythm.waitMs(150, 370);
    expect(rhythm.waitMs(150, 5_000)).toBe(100);
    expect(new TypingRhythm().waitMs(150, 5_000)).toBe(150);
  });

  it("learns nothing from pauses and from what is inserted at once", () => {
    const rhythm = typed(0, 5_000, 10_000, 15_000, 20_000);
    rhythm.changed(40, 20_010);
    rhythm.changed(40, 20_020);
    rhythm.changed(40, 20_030);
    rhythm.changed(40, 20_040);
    expect(rhythm.waitMs(150, 20_040)).toBe(150);
  });

  it("forgets an old rhythm", () => {
    const times = [
      ...Array.from({ length: 30 }, (_, at) => at * 50),
      ...Array.from({ length: 30 }, (_, at) => 1_500 + at * 100),
    ];
    expect(typed(...times).waitMs(150, 4_400)).toBe(125);
  });
});
