/** The lines around the cursor, in bounded windows: no rule costs more in a longer file. */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { lexicalStateAfter } from "../cursor/lexical-state.js";

/** How far from the cursor's line rules look, in UTF-16 units. */
const WINDOW = 4_000;

/** Non-blank lines before the cursor's line, nearest first, without trailing white space. */
export function linesBefore(cursor: CursorContext): string[] {
  const start = Math.max(0, cursor.lineStart - WINDOW);
  const lines = cursor.document.text.slice(start, cursor.lineStart).split("\n");
  // The last piece is the empty text before the cursor's line; the first one may begin inside a line.
  const whole = lines.slice(start === 0 ? 0 : 1, -1);
  return whole
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .reverse();
}

/** Non-blank lines after the cursor's line, nearest first, without trailing white space. */
export function linesAfter(cursor: CursorContext): string[] {
  const { text } = cursor.document;
  const start = cursor.offset + cursor.lineSuffix.length;
  const lines = text.slice(start, start + WINDOW).split("\n");
  const whole = lines.slice(1, start + WINDOW >= text.length ? undefined : -1);
  return whole.map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Text near the cursor on both sides: what the file itself is about. */
export function textAround(cursor: CursorContext, reach: { before: number; after: number }): string {
  const { document, offset } = cursor;
  return document.text.slice(Math.max(0, offset - reach.before), offset + reach.after);
}

/** More of them on one line stand in a string that goes on to its end. */
const MAX_COMMENT_MARKS = 8;

/** `line` without the comment at its end and the white space before it. */
export function withoutComment(line: string, syntax: LanguageSyntax): string {
  for (const mark of syntax.lineComments) {
    let at = line.indexOf(mark);
    for (let tries = 0; at >= 0 && tries < MAX_COMMENT_MARKS; tries++, at = line.indexOf(mark, at + mark.length)) {
      const { quote, comment } = lexicalStateAfter(line.slice(0, at), syntax);
      if (quote === null && comment === "none") return line.slice(0, at).trimEnd();
      if (comment === "line") break;
    }
  }
  return line.trimEnd();
}

/** A line and where it begins in its text. */
export interface PlacedLine {
  readonly text: string;
  readonly start: number;
}

export function placedLines(text: string): PlacedLine[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const placed = { text: line, start };
    start += line.length + 1;
    return placed;
  });
}

/** Keywords that make up a whole line in code that repeats them for good reason. */
const COMMON_LINES =
  /^(?:pass|end|else:?|try:?|finally:?|do|then|fi|done|esac|break;?|continue;?|return(?: (?:None|true|false|null|self|this|True|False))?;?|default:|yield|nil|None,|null,|true,|false,|True,|False,)$/;

/** A line that is not repeated by chance: not brackets, not a lone keyword, not numbers. */
export function isDistinct(line: string): boolean {
  const content = line.trim();
  return content.length >= 6 && (content.match(/\p{L}/gu)?.length ?? 0) >= 3 && !COMMON_LINES.test(content);
}
