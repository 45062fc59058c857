/** The shapes that the stop rules share. */
import type { LexicalState } from "../cursor/lexical-state.js";
import type { StopMode, StopReason } from "../types.js";

/** All that the stop rules need to know of the cursor, as plain data (it crosses the process boundary). */
export interface StopState {
  readonly mode: StopMode;
  readonly languageId: string;
  /** Open brackets and strings where the answer begins. */
  readonly lexical: LexicalState;
  /** The cursor's line up to the cursor. */
  readonly linePrefix: string;
  /** Open brackets and strings where the cursor's line begins; left out where `linePrefix` is empty. */
  readonly lineLexical?: LexicalState;
  /** True if the text after the cursor closes the innermost bracket or string that is open at the cursor. */
  readonly isClosedAfter?: boolean;
}

export interface Stop {
  /** Length of the answer that is kept. */
  readonly end: number;
  readonly reason: StopReason;
}

/** A stop, and how much of the answer (UTF-16 units) had to be known to find it. */
export interface FoundStop extends Stop {
  readonly knownAt: number;
}

/** The end of the line that ends with the line feed at `lineFeed`, without a carriage return. */
export function endOfLine(answer: string, lineFeed: number): number {
  return lineFeed > 0 && answer[lineFeed - 1] === "\r" ? lineFeed - 1 : lineFeed;
}

/** At the end of the answer's first line. */
export function stopAtLine(answer: string, reason: StopReason): FoundStop | null {
  const lineFeed = answer.indexOf("\n");
  return lineFeed < 0 ? null : { end: endOfLine(answer, lineFeed), reason, knownAt: lineFeed + 1 };
}
