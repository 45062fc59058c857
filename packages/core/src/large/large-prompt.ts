import type { CursorContext } from "../cursor/cursor-context.js";
import { type Draft, type ReleaseRequest, SURROUNDING_CHARACTERS } from "../privacy/release.js";
import type { Snippet } from "../types.js";
import type { LargeTier } from "./large-tier.js";

export interface LargePromptParts {
  readonly cursor: CursorContext;
  /** Best first. */
  readonly snippets: readonly Snippet[];
  readonly draft: Draft | null;
}

/** What the large model would be shown: whole lines around the cursor, and whole snippets by rank. */
export function largePromptOf(
  { reach, fileOf }: Pick<LargeTier, "reach" | "fileOf">,
  { cursor, snippets, draft }: LargePromptParts,
): ReleaseRequest {
  const { document, offset } = cursor;
  const { text } = document;
  const start = lineStartFrom(text, offset - reach.before, cursor.lineStart);
  const end = lineEndUpTo(text, offset + reach.after, offset + cursor.lineSuffix.length);
  let room = reach.snippets;
  const fitting = snippets.filter((snippet) => {
    if (snippet.text.length > room) return false;
    room -= snippet.text.length;
    return true;
  });
  return {
    file: fileOf(document),
    prefix: text.slice(start, offset),
    suffix: text.slice(offset, end),
    before: text.slice(Math.max(0, start - SURROUNDING_CHARACTERS), start),
    after: text.slice(end, end + SURROUNDING_CHARACTERS),
    snippets: fitting.map((snippet) => ({ path: snippet.path, text: snippet.text })),
    draft,
  };
}

/** The first start of a line from `least` on, no later than the cursor's own, which may be longer than the reach. */
function lineStartFrom(text: string, least: number, ownStart: number): number {
  if (least <= 0) return 0;
  const lineFeed = text.indexOf("\n", least - 1);
  return lineFeed < 0 || lineFeed >= ownStart ? Math.max(least, ownStart) : lineFeed + 1;
}

/** The last end of a line up to `most`; of a longer line what the reach covers. */
function lineEndUpTo(text: string, most: number, ownEnd: number): number {
  if (most >= text.length) return text.length;
  if (most <= ownEnd) return most;
  return Math.max(ownEnd, text.lastIndexOf("\n", most - 1) + 1);
}
