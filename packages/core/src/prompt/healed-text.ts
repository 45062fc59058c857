import type { CursorContext } from "../cursor/cursor-context.js";

/** Longer fragments are not regenerated: the word is as good as typed. */
const MAX_HEALED_LENGTH = 32;

/**
 * The end of what was typed that token healing generates again: the fragment of a word at the cursor, with the one space
 * before it, which a vocabulary joins to the word. Indentation and wider gaps are tokens of their own, and stay.
 */
export function healedTextOf(cursor: CursorContext): string {
  const fragment = /(?:(?<=\S) )?[\p{L}\p{N}_]*$/u.exec(cursor.linePrefix)?.[0] ?? "";
  return fragment.length > MAX_HEALED_LENGTH ? "" : fragment;
}
