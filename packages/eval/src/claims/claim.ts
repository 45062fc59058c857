/** A claim of the papers, and what our rows say of it. */
import { canTestRouting, largeGain } from "../methods/can-test-routing.js";
import type { Pair } from "../methods/pair.js";
import type { MeanWithInterval } from "../methods/paired-bootstrap.js";
import type { Measure } from "../sweep/pair-rows.js";
import type { Evaluation } from "../tables/evaluation.js";

export type ClaimVerdict = "holds" | "does not hold" | "cannot be tested here";

export interface Finding {
  readonly verdict: ClaimVerdict;
  /** Our numbers, or why there are none. */
  readonly numbers: string;
}

export interface Claim {
  /** C1 to C42. */
  readonly id: string;
  readonly claim: string;
  /** The paper's number. */
  readonly paper: string;
  /** When it holds. */
  readonly criterion: string;
  readonly judge: (evaluation: Evaluation) => Finding;
}

export type ClaimFinding = Omit<Claim, "judge"> & Finding;

export function decided(holds: boolean, numbers: string): Finding {
  return { verdict: holds ? "holds" : "does not hold", numbers };
}

export function cannotBeTested(why: string): Finding {
  return { verdict: "cannot be tested here", numbers: why };
}

/** Why nothing can be told from chance; what there is follows. */
export const NO_INTERVAL = "There is no interval where all tasks count as of one origin, as SAFIM's do without --data";

/** Of routing: a pair whose models are too much alike decides nothing, whatever its numbers are. */
export function decidedByRouting(
  pairs: Pair | readonly Pair[],
  measure: Measure,
  { holds, numbers }: { readonly holds: boolean; readonly numbers: string },
): Finding {
  const all = "tasks" in pairs ? [pairs] : pairs;
  const weak = all.filter((pair) => !canTestRouting(pair, measure));
  if (weak.length < all.length || all.length === 0) return decided(holds, numbers);
  const gains = weak.map((pair) => largeGain(pair, measure).toFixed(1)).join(", ");
  const would = holds ? "would hold" : "would not hold";
  return cannotBeTested(`The large model adds ${gains} points, fewer than 3. By its criterion it ${would}: ${numbers}`);
}

/** Differences of shares are no exact numbers: 145 of 200 is 0.005 and a little more than 144 of 200. */
export function isWithin(difference: number, most: number): boolean {
  return Math.abs(difference) <= most + 1e-9;
}

/** A dash for a number that there is not. */
export function points(value: number): string {
  if (Number.isNaN(value)) return "–";
  return `${value > 0 ? "+" : ""}${value.toFixed(1)} points`;
}

/** In percentage points, with the 95 % interval where there is one. */
export function gainInWords({ mean, low, high }: Pick<MeanWithInterval, "mean" | "low" | "high">): string {
  const interval = Number.isNaN(low) ? "" : ` (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
  return `${points(100 * mean)}${interval}`;
}

/** A dash for a share that there is not. */
export function percent(share: number, digits = 1): string {
  if (Number.isNaN(share)) return "–";
  return `${(100 * share).toFixed(digits)} %`;
}

export function cellName({ benchmark, setting, tasks }: Pair): string {
  return `${benchmark}, ${setting} (${tasks.length})`;
}
