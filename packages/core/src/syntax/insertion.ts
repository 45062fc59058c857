import type { StopReason } from "../types.js";

/** A completion in its place: `text` comes between `before` and `after`. */
export interface Insertion {
  readonly languageId: string;
  readonly before: string;
  readonly text: string;
  readonly after: string;
  readonly extent: Extent;
}

/**
 * `statement`: whoever wrote the text ended it where a statement or a header ends, so what it leaves open is an error.
 * `open`: it may go on (a token limit, one line of several, a repetition that was cut).
 */
export type Extent = "statement" | "open";

export function extentOf(stopReason: StopReason): Extent {
  const isWhole = stopReason === "statement" || stopReason === "block" || stopReason === "end-of-middle";
  return isWhole ? "statement" : "open";
}
