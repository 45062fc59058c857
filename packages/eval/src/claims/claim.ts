/** A claim of the papers, and what our rows say of it. */
import { canTestRouting, largeGain } from "../methods/can-test-routing.js";
import type { Pair } from "../methods/pair.js";
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

export function points(value: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(1)} points`;
}

export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

export function cellName({ benchmark, setting, tasks }: Pair): string {
  return `${benchmark}, ${setting} (${tasks.length})`;
}
