import { describe, expect, it } from "vitest";
import { stageBars } from "./stage-bars.js";

describe("the bars of the stages", () => {
  it("follow each other from the beginning to the end of the request", () => {
    const bars = stageBars({
      stages: [
        { stage: "trigger", ms: 16 },
        { stage: "generate", ms: 96 },
        { stage: "choose", ms: 16 },
      ],
      totalMs: 128,
    });
    expect(bars.map(({ from, share }) => [from, share])).toEqual([
      [0, 0.125],
      [0.125, 0.75],
      [0.875, 0.125],
    ]);
  });

  it("stay on the time line where nothing took any time, or the clock went wrong", () => {
    const none = stageBars({ stages: [{ stage: "trigger", ms: 0 }], totalMs: 0 });
    expect(none).toMatchObject([{ from: 0, share: 0 }]);
    const [, wrong] = stageBars({
      stages: [
        { stage: "trigger", ms: 50 },
        { stage: "reuse", ms: -3 },
      ],
      totalMs: 20,
    });
    expect(wrong).toMatchObject({ from: 1, share: 0 });
  });
});
