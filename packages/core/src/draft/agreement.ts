/** How far the code around another place agrees with the code around the cursor: of several places, the likest is copied. */
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { codeLinesAfter, codeLinesBefore } from "./code-lines.js";

/** Code around the cursor, or around a place that looks like it. */
export interface Surroundings {
  /** Up to the start of a line. */
  readonly above: string;
  /** From the start of a line. */
  readonly below: string;
}

/** Most lines on each side that count. */
const MAX_LINES = 8;

/** How many lines of code agree on both sides, one after the other from the place on; indentation left out. */
export function agreementOf(one: Surroundings, other: Surroundings, syntax: LanguageSyntax): number {
  const above = agreeing(
    codeLinesBefore(one.above, one.above.length, syntax),
    codeLinesBefore(other.above, other.above.length, syntax),
  );
  return above + agreeing(codeLinesAfter(one.below, syntax), codeLinesAfter(other.below, syntax));
}

function agreeing(lines: Generator<string, undefined>, others: Generator<string, undefined>): number {
  for (let count = 0; count < MAX_LINES; count++) {
    const line = lines.next().value?.trim();
    if (line === undefined || line !== others.next().value?.trim()) return count;
  }
  return MAX_LINES;
}
