/** Lines that are neither blank nor a comment, without trailing white space. */
import { isLineComment, type LanguageSyntax } from "../cursor/language-syntax.js";
import { lineStartBefore } from "../cursor/line-bounds.js";

/** Most lines that are looked at for the next one of code. */
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 1_000;

/** Before `lineStart`, nearest first; ends at a line that is too long. */
export function* codeLinesBefore(
  text: string,
  lineStart: number,
  syntax: LanguageSyntax,
): Generator<string, undefined> {
  let end = lineStart;
  for (let seen = 0; seen < MAX_LINES && end > 0; seen++) {
    const start = lineStartBefore(text, end - 1, MAX_LINE_LENGTH);
    if (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\uFEFF") return;
    const line = text.slice(start, Math.max(start, end - 1)).trimEnd();
    if (line.trim() !== "" && !isLineComment(line, syntax)) yield line;
    end = start;
  }
}

/** From the start of `text`, which is that of a line; ends at a line that is too long. */
export function* codeLinesAfter(text: string, syntax: LanguageSyntax): Generator<string, undefined> {
  let start = 0;
  for (let seen = 0; seen < MAX_LINES && start < text.length; seen++) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (end - start > MAX_LINE_LENGTH) return;
    const line = text.slice(start, end).trimEnd();
    if (line.trim() !== "" && !isLineComment(line, syntax)) yield line;
    start = end + 1;
  }
}
