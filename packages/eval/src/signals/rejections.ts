/** When a tool's findings count against an answer. */
import type { SignalRow } from "./signal-file.js";

/**
 * `plain`: anything that is found in the program. `differential`: what is found there and not in the program with a neutral statement
 * in the answer's place, as the product's own gate compares; a finding has moved with its line, so that rule and words count.
 */
export const FORMS = ["plain", "differential"] as const;
export type Form = (typeof FORMS)[number];

export function rejectsAnswer({ completed, neutral }: SignalRow, form: Form): boolean {
  return rejects(completed, neutral, form);
}

/** The same of what really stood there: whatever is rejected is so in error. */
export function rejectsGold({ gold, goldNeutral }: SignalRow, form: Form): boolean {
  return rejects(gold, goldNeutral, form);
}

/** Where there is nothing to compare with nothing is rejected, as the gate does it. */
function rejects(found: readonly string[], before: readonly string[] | null, form: Form): boolean {
  if (form === "plain") return found.length > 0;
  return before !== null && newIn(found, before).length > 0;
}

function newIn(found: readonly string[], before: readonly string[]): readonly string[] {
  const left = [...before];
  return found.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
