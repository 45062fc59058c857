/** What stands around the cursor: lines, indentation, open brackets. Costs do not grow with the file. */
import type { TextDocument } from "../types.js";
import { type LanguageSyntax, syntaxOf } from "./language-syntax.js";
import { type LexicalState, lexicalStateAfter, OUTSIDE } from "./lexical-state.js";

/** How far back, in UTF-16 units, the scanner looks for the start of the enclosing top-level block. */
const LEXICAL_REACH = 20_000;

export interface CursorContext {
  readonly document: TextDocument;
  readonly offset: number;
  readonly syntax: LanguageSyntax;
  /** Offset of the first character of the cursor's line. */
  readonly lineStart: number;
  /** The cursor's line, up to the cursor. */
  readonly linePrefix: string;
  /** The cursor's line, from the cursor to its end, without the line break. */
  readonly lineSuffix: string;
  /** White space at the start of the cursor's line, up to the cursor. */
  readonly indentation: string;
  /** Open brackets and strings at the cursor. */
  readonly lexical: LexicalState;
  /** Line break used by the file: that of its first line. */
  readonly lineBreak: "\n" | "\r\n";
}

export function cursorContextOf(document: TextDocument, offset: number): CursorContext {
  const { text } = document;
  const syntax = syntaxOf(document.languageId);
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const lineFeed = text.indexOf("\n", offset);
  let lineEnd = lineFeed < 0 ? text.length : lineFeed;
  if (lineEnd > offset && text[lineEnd - 1] === "\r") lineEnd--;
  const linePrefix = text.slice(lineStart, offset);
  const firstLineFeed = text.indexOf("\n");
  return {
    document,
    offset,
    syntax,
    lineStart,
    linePrefix,
    lineSuffix: text.slice(offset, lineEnd),
    indentation: /^[ \t]*/.exec(linePrefix)?.[0] ?? "",
    lexical: lexicalStateAfter(text.slice(topLevelStart(text, lineStart), offset), syntax, OUTSIDE),
    lineBreak: firstLineFeed > 0 && text[firstLineFeed - 1] === "\r" ? "\r\n" : "\n",
  };
}

/**
 * Start of the enclosing top-level block: the nearest line before `lineStart` that begins in column 0 with a letter
 * after a blank line, at most `LEXICAL_REACH` back. Nothing is open there in code as people write it.
 */
function topLevelStart(text: string, lineStart: number): number {
  const limit = Math.max(0, lineStart - LEXICAL_REACH);
  let start = lineStart;
  while (start > limit) {
    const previous = text.lastIndexOf("\n", start - 2) + 1;
    const isBlankBefore =
      previous === 0 || text[previous - 2] === "\n" || text.slice(previous - 3, previous) === "\n\r\n";
    if (/[A-Za-z@_]/.test(text[previous] ?? "") && isBlankBefore) return previous;
    if (previous >= start) break;
    start = previous;
  }
  return Math.max(limit, Math.min(start, lineStart));
}
