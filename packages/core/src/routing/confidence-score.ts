import type { Confidence } from "../types.js";

/** `geometricMean`: SynConfRoute 4.1; `arithmeticMean`: MCCom 3.2 (docs/readings.md R1 and R2). */
export type ConfidenceScore = "geometricMean" | "arithmeticMean";

/** In [0, 1]. An answer without a token gives nothing to be sure of: 0. */
export function scoreOf(confidence: Confidence | null, score: ConfidenceScore): number {
  return confidence?.[score] ?? 0;
}

/** Checks a share or threshold. Throws a `RangeError` outside [0, 1]. */
export function inUnitInterval(value: number, name: string): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}; it must be from 0 to 1.`);
  return value;
}

/** As it stands in a reason: two digits tell thresholds apart, and no reason depends on the last bit. */
export function shown(value: number): string {
  return value.toFixed(2);
}
