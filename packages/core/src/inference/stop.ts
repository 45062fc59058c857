/** Where an answer ends. Pure functions of the answer's text, so that the engine process can decide without a round trip. */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { StopMode } from "../types.js";
import { stopAtBlock } from "./stop-at-block.js";
import { stopAtRepetition } from "./stop-at-repetition.js";
import { stopAtStatement } from "./stop-at-statement.js";
import { isClosedAfterCursor } from "./stop-closed-after.js";
import { type FoundStop, type Stop, type StopState, stopAtLine } from "./stop-state.js";

export type { Stop, StopState };

export function stopStateOf(cursor: CursorContext, mode: StopMode): StopState {
  return {
    mode,
    languageId: cursor.document.languageId,
    lexical: cursor.lexical,
    linePrefix: cursor.linePrefix,
    lineLexical: cursor.lineLexical,
    isClosedAfter: isClosedAfterCursor(cursor),
  };
}

/**
 * The place where `answer`, generated so far, must end; null while it may go on. Of two reasons the one wins that showed
 * first while the answer grew, so the result does not depend on the pieces in which it came; in all modes an answer
 * that only repeats itself ends before the repetition.
 */
export function findStop(answer: string, state: StopState): Stop | null {
  const byMode = stopOfMode(answer, state);
  const byRepetition = stopAtRepetition(answer, state.linePrefix);
  const first =
    byMode !== null && (byRepetition === null || byMode.knownAt <= byRepetition.knownAt) ? byMode : byRepetition;
  return first === null ? null : { end: first.end, reason: first.reason };
}

function stopOfMode(answer: string, state: StopState): FoundStop | null {
  switch (state.mode) {
    case "line":
      return stopAtLine(answer, "line");
    case "statement":
      return stopAtStatement(answer, state);
    case "block":
      return stopAtBlock(answer, state);
    case "tokens":
      return null;
  }
}
