/** What stands around the cursor: lines, indentation, open brackets. Costs do not grow with the file or its lines. */
import type { TextDocument } from "../types.js";
import { type LanguageSyntax, syntaxOf } from "./language-syntax.js";
import { type LexicalState, lexicalStateAfter } from "./lexical-state.js";
import { lexicalStateAt } from "./lexical-state-at.js";
import { indentationOf, insertableOffset, lineBreakOf, lineEndAfter, lineStartBefore } from "./line-bounds.js";

export interface CursorContext {
  readonly document: TextDocument;
  /** Where text is inserted: the requested offset, or the nearest one before it that splits no character. */
  readonly offset: number;
  readonly syntax: LanguageSyntax;
  /** Offset of the first character of the cursor's line, after a byte order mark. */
  readonly lineStart: number;
  /** The cursor's line, up to the cursor. */
  readonly linePrefix: string;
  /** The cursor's line, from the cursor to its end, without the line break. */
  readonly lineSuffix: string;
  /** White space at the start of the cursor's line, up to the cursor. */
  readonly indentation: string;
  /** Open brackets and strings where the cursor's line begins. */
  readonly lineLexical: LexicalState;
  /** Open brackets and strings at the cursor. */
  readonly lexical: LexicalState;
  /** Line break used by the file: that of its first line. */
  readonly lineBreak: "\n" | "\r\n";
}

/** Never throws: an offset outside the document counts as its nearer end. */
export function cursorContextOf(document: TextDocument, requestedOffset: number): CursorContext {
  const { text } = document;
  const offset = insertableOffset(text, requestedOffset);
  const syntax = syntaxOf(document.languageId);
  const lineStart = lineStartBefore(text, offset);
  const linePrefix = text.slice(lineStart, offset);
  const lineLexical = lexicalStateAt(text, lineStart, syntax);
  return {
    document,
    offset,
    syntax,
    lineStart,
    linePrefix,
    lineSuffix: text.slice(offset, lineEndAfter(text, offset)),
    indentation: indentationOf(linePrefix),
    lineLexical,
    lexical: lexicalStateAfter(linePrefix, syntax, lineLexical),
    lineBreak: lineBreakOf(text, offset),
  };
}
