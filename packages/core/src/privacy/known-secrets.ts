/** Copies of secrets that were found elsewhere: in another part of the prompt nothing but their text may tell. */
import { withoutPlaceholders } from "./placeholder.js";
import type { TextRange } from "./text-range.js";

/** The shortest piece of a secret that is recognised, in UTF-16 units. */
const SHORTEST_PIECE = 12;

/** A secret with more pieces than this is a key file; its first ones are enough to tell copies of it. */
const MOST_PIECES_A_SECRET = 8_192;

/** Unbroken text: quotes and white space end it. */
const TOKEN = new RegExp(`[^\\s"'\`]{${SHORTEST_PIECE},}`, "g");
/** Words with one space between. */
const WORDS = /[^\s"'`]+(?: [^\s"'`]+)*/g;
/** A passphrase; not numbers between commas, nor a key of many lines, around whose text there may be spaces of code. */
const PHRASE = /^[^\s,]{1,100}(?: [^\s,]{1,100}){1,23}$/;

export interface KnownSecrets {
  /** All pieces of `SHORTEST_PIECE` characters. */
  readonly pieces: ReadonlySet<string>;
  /** Whether a space may stand in one. */
  readonly haveSpaces: boolean;
}

/** What the secrets' text is recognised by in other places. */
export function knownSecretsOf(secrets: Iterable<string>): KnownSecrets {
  const pieces = new Set<string>();
  let haveSpaces = false;
  for (const secret of secrets) {
    const isPhrase = PHRASE.test(secret);
    haveSpaces ||= isPhrase;
    let count = 0;
    for (const [run] of withoutPlaceholders(secret).matchAll(isPhrase ? WORDS : TOKEN)) {
      for (let at = 0; at + SHORTEST_PIECE <= run.length && count < MOST_PIECES_A_SECRET; at++, count++)
        pieces.add(run.slice(at, at + SHORTEST_PIECE));
    }
  }
  return { pieces, haveSpaces };
}

/** Where `text` holds pieces, as the longest ranges that consist of them; in order. Linear in the text. */
export function rangesOfKnown(text: string, { pieces, haveSpaces }: KnownSecrets): TextRange[] {
  const ranges: TextRange[] = [];
  if (pieces.size === 0) return ranges;
  for (const match of text.matchAll(haveSpaces ? WORDS : TOKEN)) {
    const [run] = match;
    let open: { start: number; end: number } | null = null;
    for (let at = 0; at + SHORTEST_PIECE <= run.length; at++) {
      if (!pieces.has(run.slice(at, at + SHORTEST_PIECE))) continue;
      const start = match.index + at;
      if (open !== null && start <= open.end) open.end = start + SHORTEST_PIECE;
      else {
        open = { start, end: start + SHORTEST_PIECE };
        ranges.push(open);
      }
    }
  }
  // The space beside a copy is the text's own.
  return ranges.map(({ start, end }) => ({
    start: text[start] === " " ? start + 1 : start,
    end: text[end - 1] === " " ? end - 1 : end,
  }));
}
