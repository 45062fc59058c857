/** Where an answer ends. Pure functions of the answer's text, so that the engine process can decide without a round trip. */
import type { CursorContext } from "../cursor/cursor-context.js";
import { syntaxOf } from "../cursor/language-syntax.js";
import { type LexicalState, lexicalStateAfter } from "../cursor/lexical-state.js";
import type { StopMode, StopReason } from "../types.js";

/** All that the stop rule needs to know of the cursor, as plain data (it crosses the process boundary). */
export interface StopState {
  readonly mode: StopMode;
  readonly languageId: string;
  /** Open brackets and strings where the answer begins. */
  readonly lexical: LexicalState;
  /** The cursor's line up to the cursor. */
  readonly linePrefix: string;
}

export interface Stop {
  /** Length of the answer that is kept. */
  readonly end: number;
  readonly reason: StopReason;
}

export function stopStateOf(cursor: CursorContext, mode: StopMode): StopState {
  return {
    mode,
    languageId: cursor.document.languageId,
    lexical: cursor.lexical,
    linePrefix: cursor.linePrefix,
  };
}

/** The place where `answer`, generated so far, must end; null while it may go on. */
export function findStop(answer: string, state: StopState): Stop | null {
  switch (state.mode) {
    case "line":
      return stopAtLine(answer);
    case "statement":
      return stopAtStatement(answer, state);
    case "block":
      return stopAtBlock(answer, state);
    case "tokens":
      return null;
  }
}

function stopAtLine(answer: string): Stop | null {
  const end = answer.indexOf("\n");
  return end < 0 ? null : { end: withoutCarriageReturn(answer, end), reason: "line" };
}

/** MCCom 4.3 and papers.md A12: at a line break outside brackets and strings, once something stands on the line. */
function stopAtStatement(answer: string, state: StopState): Stop | null {
  const syntax = syntaxOf(state.languageId);
  // Brackets that were open before the statement's first line belong to what encloses it.
  for (let end = answer.indexOf("\n"); end >= 0; end = answer.indexOf("\n", end + 1)) {
    const typed = state.linePrefix + answer.slice(0, end);
    if (typed.trim() === "") continue;
    const after = lexicalStateAfter(answer.slice(0, end), syntax, state.lexical);
    const isContinued = syntax.backslashContinues && answer.slice(0, end).trimEnd().endsWith("\\");
    const isOpen =
      after.quote !== null && syntax.multilineQuotes.includes(after.quote)
        ? true
        : syntax.indentationBlocks
          ? after.brackets.length > 0
          : after.brackets.length > state.lexical.brackets.length && !after.brackets.endsWith("{");
    if (!isOpen && !isContinued && after.comment !== "block")
      return { end: withoutCarriageReturn(answer, end), reason: "statement" };
  }
  return null;
}

/** At the first non-blank line that is indented less than the cursor's line. */
function stopAtBlock(answer: string, state: StopState): Stop | null {
  const indent = (/^[ \t]*/.exec(state.linePrefix)?.[0] ?? "").length;
  for (let end = answer.indexOf("\n"); end >= 0; end = answer.indexOf("\n", end + 1)) {
    const next = /^([ \t]*)(\S)/.exec(answer.slice(end + 1));
    if (next !== null && (next[1] as string).length < indent)
      return { end: withoutCarriageReturn(answer, end), reason: "block" };
  }
  return null;
}

function withoutCarriageReturn(answer: string, end: number): number {
  return end > 0 && answer[end - 1] === "\r" ? end - 1 : end;
}
