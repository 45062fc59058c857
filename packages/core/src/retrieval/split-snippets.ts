/** Cuts a file into snippets at blank lines (MCCom 3.4), none larger than a prompt has room for. */

/** A piece of a text: UTF-16 offsets of its whole lines, without the last line's break, and the zero-based first line. */
export interface SnippetRange {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
}

/** About what the 512 tokens for retrieved text hold (MCCom 4.3). */
const MAX_LINES = 40;
const MAX_CHARACTERS = 2_000;

const WORD = /[\p{L}\p{N}]/u;
const BLANK = /^\s*$/;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly indentation: number;
}

/**
 * Ranges in order, without overlap. A line above 2,000 characters (minified code, data) ends a snippet and is in none.
 * A piece above 40 lines or 2,000 characters is cut before its least indented line. Pieces without a word, such as a
 * lone bracket, are left out. `text` has `\n` or `\r\n` line breaks.
 */
export function splitSnippets(text: string): SnippetRange[] {
  const ranges: SnippetRange[] = [];
  let piece: Line[] = [];
  const close = () => {
    for (const part of cut(piece)) {
      const [first, last] = [part[0] as Line, part[part.length - 1] as Line];
      if (WORD.test(text.slice(first.start, last.end)))
        ranges.push({ start: first.start, end: last.end, startLine: first.number });
    }
    piece = [];
  };
  let start = 0;
  for (let number = 0; start <= text.length; number++) {
    const lineFeed = text.indexOf("\n", start);
    const next = lineFeed < 0 ? text.length : lineFeed;
    const end = next > start && text[next - 1] === "\r" ? next - 1 : next;
    const isUsable = end - start <= MAX_CHARACTERS;
    const content = isUsable ? text.slice(start, end) : "";
    if (!isUsable || BLANK.test(content)) close();
    else piece.push({ start, end, number, indentation: content.search(/\S/) });
    start = next + 1;
  }
  close();
  return ranges;
}

/** Parts of a piece that are within the limits, cut before the last of the least indented lines in their second half. */
function cut(piece: readonly Line[]): Line[][] {
  const parts: Line[][] = [];
  let rest = [...piece];
  while (rest.length > 0) {
    const first = rest[0] as Line;
    const beyond = rest.findIndex((line, at) => at >= MAX_LINES || line.end - first.start > MAX_CHARACTERS);
    if (beyond < 0) return [...parts, rest];
    let at = beyond;
    for (let candidate = beyond - 1; candidate > beyond / 2; candidate--) {
      if ((rest[candidate] as Line).indentation < (rest[at] as Line).indentation) at = candidate;
    }
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return parts;
}
