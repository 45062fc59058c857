/** A pair whose large model is hardly better tells nothing of routing. */
import type { Measure } from "../sweep/pair-rows.js";
import type { Pair } from "./pair.js";

/** In percentage points. */
const LEAST_GAIN = 3;

/** By how many percentage points the large model is right more often. */
export function largeGain({ tasks }: Pair, measure: Measure): number {
  const share = (side: "local" | "large") =>
    tasks.filter(({ evaluated }) => evaluated[measure][side].isRight).length / Math.max(1, tasks.length);
  return 100 * (share("large") - share("local"));
}

export function canTestRouting(pair: Pair, measure: Measure): boolean {
  return largeGain(pair, measure) >= LEAST_GAIN;
}

/** The sentence that stands wherever routing is told of; empty where the pair will do. */
export function routingWarning(pair: Pair, measure: Measure): readonly string[] {
  if (canTestRouting(pair, measure)) return [];
  const gain = largeGain(pair, measure).toFixed(1);
  return [
    `**Cannot test routing** (${pair.benchmark}, ${pair.setting}, ${pair.tasks.length} tasks): the large model adds ${gain} points over the local one, fewer than ${LEAST_GAIN}.`,
  ];
}
