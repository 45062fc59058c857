import type { CursorContext } from "../cursor/cursor-context.js";

/** MCCom 3.4 does not say how many lines; we read 10 before and 5 after, of which the cursor's line is one each. */
const LINES_BEFORE = 10;
const LINES_AFTER = 5;
const MAX_CHARACTERS_PER_SIDE = 2_000;

/** Snippets to ask for: more than fit, so that those in the prompt are found again while they are in the index. */
export const SNIPPETS_ASKED = 16;

/** The last lines before the cursor and the first lines after it (MCCom 3.4). */
export function retrievalQueryOf(cursor: CursorContext): string {
  const { text } = cursor.document;
  const before = text.slice(Math.max(0, cursor.offset - MAX_CHARACTERS_PER_SIDE), cursor.offset);
  const after = text.slice(cursor.offset, cursor.offset + MAX_CHARACTERS_PER_SIDE);
  return `${before.split("\n").slice(-LINES_BEFORE).join("\n")}\n${after.split("\n").slice(0, LINES_AFTER).join("\n")}`;
}
