/** Columns of editor positions. Inside, offsets are UTF-16 units; some editors count UTF-8 bytes (LSP 3.17). */

export type PositionEncoding = "utf-16" | "utf-8";

/** The client's first choice among those that are known here; UTF-16, which every client knows, otherwise. */
export function negotiatePositionEncoding(offered: readonly string[] | undefined): PositionEncoding {
  return offered?.find((encoding) => encoding === "utf-8" || encoding === "utf-16") === "utf-8" ? "utf-8" : "utf-16";
}

/** Longest piece that is measured at once, in UTF-16 units. */
const PIECE = 4_096;

/**
 * UTF-16 units at the start of `line` that `column` covers. A column behind the line's end means its end (LSP 3.17),
 * one inside a character the character's beginning.
 */
export function unitsOfColumn(line: string, column: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return Math.max(0, Math.min(column, line.length));
  let units = 0;
  let bytesLeft = column;
  // Whole pieces first: the native count is far faster than a loop, and a line may be megabytes long.
  for (;;) {
    const end = characterStart(line, Math.min(line.length, units + PIECE));
    const bytes = Buffer.byteLength(line.slice(units, end));
    if (end === units || bytes > bytesLeft) break;
    units = end;
    bytesLeft -= bytes;
  }
  while (units < line.length) {
    const character = String.fromCodePoint(line.codePointAt(units) as number);
    bytesLeft -= Buffer.byteLength(character);
    if (bytesLeft < 0) break;
    units += character.length;
  }
  return units;
}

/** Length of `text`, as the client counts columns. */
export function columnsOf(text: string, encoding: PositionEncoding): number {
  return encoding === "utf-16" ? text.length : Buffer.byteLength(text);
}

/** `offset`, or the beginning of the character that it lies in. */
export function characterStart(text: string, offset: number): number {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset)) ? offset - 1 : offset;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
