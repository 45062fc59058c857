import type { Edit, Point, Tree } from "web-tree-sitter";

/** As many texts as one check asks about, and those of the check before it. */
const MAX_KEPT = 6;
/** Trees of larger texts are not kept; in UTF-16 units. */
const MAX_LENGTH = 32_000;
/** A tree that has less in common with a text saves nothing. */
const LEAST_SHARED = 64;

interface Kept {
  readonly text: string;
  readonly tree: Tree;
}

/** What a text has in common with one that was parsed. */
export interface Basis {
  /** The other text's tree, edited; whoever asked deletes it. */
  readonly tree: Tree;
  /** How much is the same at the beginning, in UTF-16 units. */
  readonly beginning: number;
}

/**
 * The trees of the last texts that parsed without a problem. The texts of a check differ in one statement, and those of two
 * keystrokes in a character, so that the parser has to look at little: tree-sitter takes over what stands before and after.
 * Trees with problems are of no use: it would take over their repairs too.
 */
export class SoundTrees {
  readonly #kept: Kept[] = [];

  /** Takes the tree over. */
  keep(text: string, tree: Tree): void {
    if (text.length > MAX_LENGTH) {
      tree.delete();
      return;
    }
    this.#kept.push({ text, tree });
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()?.tree.delete();
  }

  /** The tree that saves most; null where none saves anything. With `beginning`, what follows the first difference is read anew. */
  basisFor(text: string, parts: "beginning" | "both-ends"): Basis | null {
    let best: { readonly one: Kept; readonly beginning: number; readonly end: number } | null = null;
    for (const one of this.#kept) {
      const beginning = sharedBeginning(one.text, text);
      const end = parts === "beginning" ? 0 : sharedEnd(one.text, text, beginning);
      if (best === null || beginning + end > best.beginning + best.end) best = { one, beginning, end };
    }
    if (best === null || best.beginning + best.end < LEAST_SHARED) return null;
    const { one, beginning, end } = best;
    const tree = one.tree.copy();
    tree.edit(editOf(one.text, text, { beginning, end }));
    return { tree, beginning };
  }
}

/** In UTF-16 units. */
export function sharedBeginning(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

function sharedEnd(one: string, other: string, beginning: number): number {
  const most = Math.min(one.length, other.length) - beginning;
  let length = 0;
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length++;
  return length;
}

function editOf(before: string, after: string, { beginning, end }: { beginning: number; end: number }): Edit {
  const [oldEnd, newEnd] = [before.length - end, after.length - end];
  const startPosition = pointAfter(after.slice(0, beginning), { row: 0, column: 0 });
  return {
    startIndex: beginning,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition,
    oldEndPosition: pointAfter(before.slice(beginning, oldEnd), startPosition),
    newEndPosition: pointAfter(after.slice(beginning, newEnd), startPosition),
  } as Edit;
}

function pointAfter(text: string, { row, column }: Point): Point {
  let rows = 0;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", lineStart)) {
    rows++;
    lineStart = at + 1;
  }
  return { row: row + rows, column: rows === 0 ? column + text.length : text.length - lineStart };
}
