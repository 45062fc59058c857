import type { CursorContext } from "../cursor/cursor-context.js";

/** Longer fragments are not regenerated: the word is as good as typed. */
const MAX_HEALED_LENGTH = 32;

/** The fragment of a word that ends at the cursor: token healing generates it again; empty where there is none. */
export function healedTextOf(cursor: CursorContext): string {
  const fragment = /[\p{L}\p{N}_]+$/u.exec(cursor.linePrefix)?.[0] ?? "";
  return fragment.length > MAX_HEALED_LENGTH ? "" : fragment;
}
