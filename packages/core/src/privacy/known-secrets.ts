/** Copies of secrets that were found elsewhere: in another part of the prompt nothing but their text may tell. */
import { withoutPlaceholders } from "./placeholder.js";
import type { TextRange } from "./text-range.js";

/** The shortest piece of a secret that is recognised, in UTF-16 units. */
const SHORTEST_PIECE = 12;

/** A secret with more pieces than this is a key file; its first ones are enough to tell copies of it. */
const MOST_PIECES_A_SECRET = 8_192;

/** Unbroken text: quotes and white space end it. */
const TOKEN = new RegExp(`[^\\s"'\`]{${SHORTEST_PIECE},}`, "g");

/** All pieces of `SHORTEST_PIECE` characters of the secrets' unbroken text. */
export function piecesOf(secrets: Iterable<string>): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    let count = 0;
    for (const [token] of withoutPlaceholders(secret).matchAll(TOKEN)) {
      for (let at = 0; at + SHORTEST_PIECE <= token.length && count < MOST_PIECES_A_SECRET; at++, count++)
        pieces.add(token.slice(at, at + SHORTEST_PIECE));
    }
  }
  return pieces;
}

/** Where `text` holds pieces, as the longest ranges that consist of them; in order. Linear in the text. */
export function rangesOfPieces(text: string, pieces: ReadonlySet<string>): TextRange[] {
  const ranges: TextRange[] = [];
  if (pieces.size === 0) return ranges;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    let open: { start: number; end: number } | null = null;
    for (let at = 0; at + SHORTEST_PIECE <= token.length; at++) {
      if (!pieces.has(token.slice(at, at + SHORTEST_PIECE))) continue;
      const start = match.index + at;
      if (open !== null && start <= open.end) open.end = start + SHORTEST_PIECE;
      else {
        open = { start, end: start + SHORTEST_PIECE };
        ranges.push(open);
      }
    }
  }
  return ranges;
}
