/** Places in a file as people write them: `FILE:LINE[:COLUMN]`, both counted from 1. */
import { UsageError } from "../usage-error.js";

export interface Place {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** One-based, in UTF-16 units as editors count; null for the end of the line. */
  readonly column: number | null;
}

/** Takes apart `FILE:LINE[:COLUMN]`; the file's own name may hold colons, as in `C:\a.py:3`. */
export function parsePlace(text: string): Place {
  // A trailing colon stands where the place was copied from a compiler's message.
  const match = /^(.+?):(\d+)(?::(\d+))?:?$/s.exec(text);
  if (match === null)
    throw new UsageError(
      `"${text}" names no place. Write FILE:LINE or FILE:LINE:COLUMN, for example ${text.split(":")[0] || "stock.py"}:12:9.`,
    );
  const [, path, line, column] = match as unknown as [string, string, string, string | undefined];
  const place = { path, line: Number(line), column: column === undefined ? null : Number(column) };
  if (place.line < 1 || (place.column !== null && place.column < 1))
    throw new UsageError(`Lines and columns count from 1; "${text}" asks for 0.`);
  return place;
}

/** Offset of the place in `text`, in UTF-16 units. Throws a `UsageError` that says how large the file is. */
export function offsetOf(text: string, { path, line, column }: Place): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const lineFeed = text.indexOf("\n", start);
    if (lineFeed < 0) throw new UsageError(`${path} has ${lines(at)}; there is no line ${line}.`);
    start = lineFeed + 1;
  }
  const lineFeed = text.indexOf("\n", start);
  let end = lineFeed < 0 ? text.length : lineFeed;
  if (lineFeed > start && text[end - 1] === "\r") end--;
  if (column === null) return end;
  const offset = start + column - 1;
  if (offset > end)
    throw new UsageError(
      `Line ${line} of ${path} has ${end - start} characters, so its columns go from 1 to ${end - start + 1}; there is no column ${column}.`,
    );
  if (isInsidePair(text, offset))
    throw new UsageError(
      `Column ${column} of line ${line} lies inside a character of two UTF-16 units; use ${column - 1} or ${column + 1}.`,
    );
  return offset;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

function isInsidePair(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(offset - 1, offset + 1)) && offset > 0;
}
