/** The stages of a request as bars on one time line. */
import type { Trace } from "@nearfirst/core";

export interface StageBar {
  readonly stage: string;
  readonly ms: number;
  /** Of the whole request, in [0, 1]: where the bar begins and how long it is. */
  readonly from: number;
  readonly share: number;
}

/** In the order in which they ran; a stage that ran twice has two bars. */
export function stageBars({ stages, totalMs }: Pick<Trace, "stages" | "totalMs">): readonly StageBar[] {
  const whole = Math.max(totalMs, Number.MIN_VALUE);
  let before = 0;
  return stages.map(({ stage, ms }) => {
    const from = Math.min(1, before / whole);
    before += ms;
    return { stage, ms, from, share: Math.min(1 - from, Math.max(0, ms) / whole) };
  });
}
