/** Stage-1 drafts: a likely continuation, copied by exact match (MCCom 3.3). */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { Snippet } from "../types.js";

export interface Draft {
  readonly text: string;
  readonly source: "file" | "snippet";
}

/** How far before and after the cursor the file is searched, in UTF-16 units. */
const SEARCH_REACH = 60_000;

/** The nearest match wins: the file before the cursor, then after it, then the snippets by rank (papers.md A20). */
export function findDraft(cursor: CursorContext, snippets: readonly Snippet[]): Draft | null {
  const { text } = cursor.document;
  const before = text
    .slice(Math.max(0, cursor.lineStart - SEARCH_REACH), cursor.lineStart)
    .split("\n")
    .slice(0, -1);
  const fragment = cursor.linePrefix;
  for (let at = before.length - 1; at >= 0; at--) {
    const line = before[at] as string;
    if (fragment.trim() !== "" && line.startsWith(fragment) && line.length > fragment.length)
      return { text: line.slice(fragment.length), source: "file" };
  }
  for (const snippet of snippets) {
    for (const line of snippet.text.split("\n")) {
      if (fragment.trim() !== "" && line.startsWith(fragment) && line.length > fragment.length)
        return { text: line.slice(fragment.length), source: "snippet" };
    }
  }
  return null;
}
