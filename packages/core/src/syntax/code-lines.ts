import { isLineComment, type LanguageSyntax } from "../cursor/language-syntax.js";
import { type LexicalState, scan } from "../cursor/lexical-state.js";
import { columnsOf } from "../inference/stop-at-block.js";

/** One line of a text, with what is open where it begins. */
export interface CodeLine {
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its line break. */
  readonly end: number;
  /** Without white space around it and without its line break. */
  readonly content: string;
  /** Width of its indentation. */
  readonly columns: number;
  readonly before: LexicalState;
  readonly after: LexicalState;
  /** Its code, up to a comment at its end, without white space after it. */
  readonly code: string;
  /** True if it begins with code: not blank, no comment, not inside a string or a block comment. */
  readonly beginsWithCode: boolean;
}

/**
 * The lines of `text`, which begins in state `from`; the last one has no line break, and may be empty. Linear in the text.
 * A line that `resumesAt` fits is inside no parentheses: what is open there was forgotten further up.
 */
export function codeLinesOf(text: string, syntax: LanguageSyntax, from: LexicalState, resumesAt?: RegExp): CodeLine[] {
  const lines: CodeLine[] = [];
  let state = from;
  for (let start = 0; start <= text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    const line = text.slice(start, end);
    const content = line.trim();
    if (resumesAt?.test(line) && !isProseIn(state))
      state = { ...state, brackets: /^[^([]*/.exec(state.brackets)?.[0] ?? "" };
    const { state: after, codeEnd } = scan(line, syntax, state);
    const isProse = isProseIn(state);
    const begins = !isProse && content !== "" && !isLineComment(content, syntax) && codeEnd > 0;
    const code = line.slice(0, codeEnd);
    lines.push({
      start,
      end,
      content,
      columns: columnsOf(line),
      before: state,
      after,
      code,
      beginsWithCode: begins && !startsBlockComment(content, syntax),
    });
    state = after;
    if (lineFeed < 0) break;
    start = end;
  }
  return lines;
}

function isProseIn({ quote, comment }: LexicalState): boolean {
  return quote !== null || comment === "block";
}

function startsBlockComment(content: string, { blockComment }: LanguageSyntax): boolean {
  return blockComment !== null && content.startsWith(blockComment[0]);
}

/** True where a line begins inside of what an earlier line opened, a block's brace apart. */
export function beginsInside({ before }: CodeLine, { indentationBlocks }: LanguageSyntax): boolean {
  if (isProseIn(before)) return true;
  const innermost = before.brackets.at(-1);
  return innermost !== undefined && (indentationBlocks || innermost === "(" || innermost === "[");
}

/** Index of the line on which the statement begins that the line at `index` is a part of. */
export function statementLine(lines: readonly CodeLine[], index: number, syntax: LanguageSyntax): number {
  let at = index;
  while (at > 0) {
    const line = lines[at] as CodeLine;
    const previous = lines[at - 1] as CodeLine;
    const isContinued = syntax.backslashContinues && previous.code.endsWith("\\");
    if (!isContinued && !beginsInside(line, syntax) && !isDeeperContinuation(lines, at, syntax)) break;
    at--;
  }
  return at;
}

/** In languages with braces, a line further in than the one before it, which neither ended nor opened anything, goes on with it. */
function isDeeperContinuation(lines: readonly CodeLine[], index: number, syntax: LanguageSyntax): boolean {
  if (syntax.indentationBlocks) return false;
  const line = lines[index] as CodeLine;
  const previous = lines[index - 1] as CodeLine;
  if (line.content === "" || !previous.beginsWithCode) return false;
  if (line.columns <= previous.columns) return false;
  if (syntax.traits.includes("keyword-blocks")) return /^[.&]/.test(line.content) || /[,.=+*/|&-]$/.test(previous.code);
  return !/[;{}:]$/.test(previous.code);
}
