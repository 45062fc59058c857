/** The syntax gate's part of a request: what it says of an answer, and what is left of one that is broken. */
import type { CursorContext } from "../cursor/cursor-context.js";
import { suggestionAt } from "../cursor/suggestion-at.js";
import type { Clock } from "../engine.js";
import type { StopReason } from "../types.js";
import { checkInTime, type SyntaxGate } from "./check-in-time.js";
import { type Extent, extentOf } from "./insertion.js";
import { withoutLastStatement } from "./last-statement.js";
import type { SyntaxVerdict } from "./verdict.js";

export interface CheckedAnswer {
  /** What the gate says of the answer as it would be inserted; null where it was not asked. */
  readonly syntax: SyntaxVerdict | null;
  /** What is left of a broken answer without its last statement, if that is valid. */
  readonly sound: string | null;
}

export const NOT_CHECKED: CheckedAnswer = { syntax: null, sound: null };

export interface AnswerToCheck {
  /** After post-processing, with `\n` line ends. */
  readonly text: string;
  readonly stopReason: StopReason;
  readonly cursor: CursorContext;
}

/** Checks the answer, and its beginning where it is broken: both together are held to the gate's limit. */
export async function checkAnswer(
  gate: SyntaxGate,
  { text, stopReason, cursor }: AnswerToCheck,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<CheckedAnswer> {
  const { document, offset } = cursor;
  const endAt = clock.now() + gate.limitMs;
  const check = (part: string, extent: Extent) =>
    checkInTime(
      { ...gate, limitMs: endAt - clock.now() },
      {
        languageId: document.languageId,
        before: document.text.slice(0, offset),
        text: suggestionAt(cursor, part).text,
        after: document.text.slice(offset),
        extent,
      },
      { clock, signal },
    );
  const syntax = await check(text, extentOf(stopReason));
  const beginning = syntax.kind === "invalid" ? withoutLastStatement(text, cursor) : null;
  if (beginning === null) return { syntax, sound: null };
  const ofBeginning = await check(beginning, "statement");
  return { syntax, sound: ofBeginning.kind === "valid" ? beginning : null };
}
