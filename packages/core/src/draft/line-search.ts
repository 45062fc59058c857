/** Finds lines in a region of a text by searching the text itself: no splitting, so cost is that of a few `indexOf`. */

export interface SearchRegion {
  /** A line break, then whole lines; the last one may be cut off. */
  readonly text: string;
  /** More text follows than was taken. */
  readonly isCut: boolean;
  readonly order: "nearest-to-start" | "nearest-to-end";
  readonly source: "file" | "snippet";
}

/** The whole lines between two offsets, which may lie outside the text. */
export function regionOf(text: string, from: number, to: number): Pick<SearchRegion, "text" | "isCut"> {
  const isCut = to < text.length;
  if (from <= 0) return { text: `\n${text.slice(text.startsWith("\uFEFF") ? 1 : 0, Math.max(0, to))}`, isCut };
  const taken = text.slice(from, to);
  const lineFeed = taken.indexOf("\n");
  return { text: lineFeed < 0 ? "\n" : taken.slice(lineFeed), isCut };
}

export interface LineMatch {
  /** Offset of the first character of the line. */
  readonly lineStart: number;
  readonly indentation: string;
  /** Offset just after the matched text. */
  readonly end: number;
}

export interface MatchOptions {
  /** The line holds nothing but the wanted text and white space; else it only begins with it. */
  readonly isWholeLine: boolean;
  /** White space before the wanted text is not compared; else the line begins with it. */
  readonly mayDifferInIndentation: boolean;
}

/** Most occurrences that are looked at: a fragment that stands everywhere tells nothing. */
const MAX_OCCURRENCES = 2_000;

/** Lines of the region that match `wanted`, in the region's order. */
export function* matchesOf(wanted: string, region: SearchRegion, options: MatchOptions): Generator<LineMatch> {
  const { text, order } = region;
  const needle = options.mayDifferInIndentation ? wanted : `\n${wanted}`;
  const isBackward = order === "nearest-to-end";
  let at = isBackward ? text.length : 0;
  for (let tried = 0; tried < MAX_OCCURRENCES && at >= 0; tried++) {
    at = isBackward ? text.lastIndexOf(needle, at) : text.indexOf(needle, at);
    if (at < 0) return;
    const match = lineMatchAt(text, at + needle.length - wanted.length, wanted, options);
    if (match !== null) yield match;
    at += isBackward ? -1 : 1;
  }
}

function lineMatchAt(text: string, at: number, wanted: string, options: MatchOptions): LineMatch | null {
  let lineStart = at;
  while (isBlank(text[lineStart - 1])) lineStart--;
  if (text[lineStart - 1] !== "\n") return null;
  const end = at + wanted.length;
  if (options.isWholeLine && !isLineEnd(text, end)) return null;
  let codeStart = lineStart;
  while (codeStart < end && isBlank(text[codeStart])) codeStart++;
  return { lineStart, indentation: text.slice(lineStart, codeStart), end };
}

/** True if nothing but white space stands between `at` and the end of the line. */
function isLineEnd(text: string, at: number): boolean {
  let end = at;
  while (isBlank(text[end])) end++;
  return end >= text.length || text[end] === "\n" || text.startsWith("\r\n", end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
