/** The statements that drafts are made of, in a searched text. */
import type { CursorContext } from "../cursor/cursor-context.js";
import { isLineComment } from "../cursor/language-syntax.js";
import { type LexicalState, lexicalStateAfter } from "../cursor/lexical-state.js";
import { withLineFeeds } from "../cursor/line-bounds.js";
import { findStop } from "../inference/stop.js";
import type { LineMatch, SearchRegion } from "./line-search.js";

/**
 * Longest statement that is proposed whole, in UTF-16 units; of a longer one, its first line. Verifying a token costs
 * about a fifth of generating it, and on real Python little of what follows in long statements (docstrings, tables) is
 * ever accepted, so that whole ones would cost more than they save.
 */
const MAX_DRAFT_LENGTH = 240;

/** What a stop rule may have to see of the line after a statement. */
const LOOK_AHEAD = 40;

/** Most characters of blank lines and comments between a line and the statement after it. */
const MAX_GAP = 2_000;

export interface StatementInRegion {
  /** Where its first line begins. */
  readonly start: number;
  /** With `\n` line ends. */
  readonly text: string;
}

/**
 * The next statement after the match's line, comments left out, from its line's start to its end; null where there is
 * none in the region. Where the match's line leaves brackets open, the statement is what follows in them.
 */
export function nextStatement(match: LineMatch, region: SearchRegion, cursor: CursorContext): StatementInRegion | null {
  const { text } = region;
  const { syntax } = cursor;
  const lexical = lexicalStateAfter(text.slice(match.lineStart, match.end), syntax);
  let lineFeed = text.indexOf("\n", match.end);
  const limit = Math.min(text.length, match.end + MAX_GAP);
  while (lineFeed >= 0 && lineFeed + 1 < limit) {
    const start = lineFeed + 1;
    lineFeed = text.indexOf("\n", start);
    const line = text.slice(start, lineFeed < 0 ? Math.min(text.length, limit) : Math.min(lineFeed, limit)).trim();
    if (line === "" || isLineComment(line, syntax)) continue;
    const from = { start, linePrefix: "", lexical: { ...lexical, comment: "none" } } as const;
    const statement = statementFrom(from, region, cursor);
    return statement === null ? null : { start, text: statement };
  }
  return null;
}

/** What follows the matched beginning of a line, to the end of its statement; null where nothing does. */
export function restOfStatement(match: LineMatch, region: SearchRegion, cursor: CursorContext): string | null {
  const linePrefix = region.text.slice(match.lineStart, match.end);
  const rest = statementFrom({ start: match.end, linePrefix, lexical: cursor.lineLexical }, region, cursor);
  return rest === null || rest.trim() === "" ? null : rest;
}

/** What follows the matched beginning of a line on that line; null where nothing does. */
export function restOfLine(match: LineMatch, region: SearchRegion): string | null {
  const rest = region.text.slice(match.end, match.end + MAX_DRAFT_LENGTH);
  const lineFeed = rest.indexOf("\n");
  const line = lineFeed < 0 ? rest : rest.slice(0, lineFeed);
  return line.trim() === "" ? null : line.trimEnd();
}

interface StatementStart {
  readonly start: number;
  readonly linePrefix: string;
  /** Where the line of `linePrefix` begins. */
  readonly lexical: LexicalState;
}

function statementFrom(from: StatementStart, region: SearchRegion, cursor: CursorContext): string | null {
  const { start, linePrefix } = from;
  const end = start + MAX_DRAFT_LENGTH + LOOK_AHEAD;
  const isCut = region.isCut || end < region.text.length;
  const text = withLineFeeds(region.text.slice(start, end));
  const lexical = lexicalStateAfter(linePrefix, cursor.syntax, from.lexical);
  const state = {
    mode: "statement",
    languageId: cursor.document.languageId,
    lexical,
    linePrefix,
    lineLexical: from.lexical,
  } as const;
  // A statement at the very end of a file needs a line break, and the line after it, to be seen as complete.
  const stop = findStop(isCut ? text : `${text}\n;\n`, state);
  if (stop !== null && stop.end <= Math.min(text.length, MAX_DRAFT_LENGTH)) return text.slice(0, stop.end).trimEnd();
  // Not complete within reach: its first line is what there is.
  const lineFeed = text.indexOf("\n");
  return lineFeed < 0 ? (isCut ? null : text.trimEnd()) : text.slice(0, lineFeed).trimEnd();
}
