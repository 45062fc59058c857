/** Lines around an offset, looked for within a bounded reach: a file of one 10 MB line costs no more than any other. */

/** How far a line's start and end are looked for, in UTF-16 units; more than the trigger lets through. */
const LINE_REACH = 10_000;

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The nearest place at or before `offset` where text may be inserted: not between the halves of a surrogate pair, not
 * inside a CRLF, not before a byte order mark. What is no number counts as 0.
 */
export function insertableOffset(text: string, offset: number): number {
  const whole = Number.isNaN(offset) ? 0 : Math.trunc(offset);
  const at = Math.min(Math.max(0, whole), text.length);
  if (at === 0) return text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  if (text[at - 1] === "\r" && text[at] === "\n") return at - 1;
  const isInsidePair = isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
  return isInsidePair ? at - 1 : at;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Offset of the first character of the line of `offset`, after a byte order mark; at most `reach` back. */
export function lineStartBefore(text: string, offset: number, reach: number = LINE_REACH): number {
  const from = Math.max(0, offset - reach);
  const start = from + text.slice(from, offset).lastIndexOf("\n") + 1;
  return start > from ? start : Math.min(offset, insertableOffset(text, from));
}

/** Offset just after the last character of the line of `offset`, before its line break; at most `reach` on. */
export function lineEndAfter(text: string, offset: number, reach: number = LINE_REACH): number {
  const rest = text.slice(offset, offset + reach);
  const lineFeed = rest.indexOf("\n");
  if (lineFeed < 0) return insertableOffset(text, offset + rest.length);
  return lineFeed > 0 && rest[lineFeed - 1] === "\r" ? offset + lineFeed - 1 : offset + lineFeed;
}

/** The file's line break: that of its first line or, where that is too long, of the first one after `offset`. */
export function lineBreakOf(text: string, offset: number): "\n" | "\r\n" {
  for (const from of [0, offset]) {
    const lineFeed = text.slice(from, from + LINE_REACH).indexOf("\n");
    if (lineFeed >= 0) return text[from + lineFeed - 1] === "\r" ? "\r\n" : "\n";
  }
  return "\n";
}

/** White space at the start of `line`. */
export function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** With one kind of line break, as prompts and answers have it; the file's own is put back when a suggestion is shown. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
