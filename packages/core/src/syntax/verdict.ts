/**
 * What a syntax gate answers. `unknown` never blocks: there is no parser, no time, or the text around the cursor is
 * broken in a way that leaves open whose fault a problem is.
 */
export type SyntaxVerdict =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly reason: InvalidReason }
  | { readonly kind: "unknown"; readonly reason: UnknownReason };

/**
 * - `does-not-parse`: the whole text does not (strict gate).
 * - `broken-statement`: no text after the completion could make what was written parse.
 * - `broken-after`: the completion is whole, and the text after it does not go on from there.
 */
export type InvalidReason = "does-not-parse" | "broken-statement" | "broken-after";

/**
 * - `no-parser`: the language has none.
 * - `too-large`: the block at the cursor is too large to check while someone types.
 * - `too-late`: cancelled, or the time limit has passed.
 * - `broken-before`, `broken-around`: the text around the statement does not parse without it either.
 * - `nothing-to-compare`: it does not parse with it, but no other statement can stand in its place, or a macro may mend it.
 */
export type UnknownReason =
  | "no-parser"
  | "too-large"
  | "too-late"
  | "broken-before"
  | "broken-around"
  | "nothing-to-compare";

export const VALID: SyntaxVerdict = { kind: "valid" };

export function invalid(reason: InvalidReason): SyntaxVerdict {
  return { kind: "invalid", reason };
}

export function unknown(reason: UnknownReason): SyntaxVerdict {
  return { kind: "unknown", reason };
}
