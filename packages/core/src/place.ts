/** The text around a cursor, cut so that comparing two places does not grow with the file. */
import type { CursorContext } from "./cursor/cursor-context.js";

/** How much of the file identifies a place, in UTF-16 units before and after it; no prompt holds more of the file. */
export const REACH_BEFORE = 24_000;
export const REACH_AFTER = 8_000;

export interface Place {
  readonly uri: string;
  readonly languageId: string;
  readonly offset: number;
  /** The last part of the file before the cursor. */
  readonly before: string;
  /** The first part of the file after the cursor. */
  readonly after: string;
}

export function placeOf(cursor: CursorContext): Place {
  const { text, uri, languageId } = cursor.document;
  const { offset } = cursor;
  const before = text.slice(Math.max(0, offset - REACH_BEFORE), offset);
  return { uri, languageId, offset, before, after: text.slice(offset, offset + REACH_AFTER) };
}

/** Identifies the cursor's line by what surrounds it, whatever stands on it. */
export function linePlaceKey(cursor: CursorContext): string {
  const { text, uri, languageId } = cursor.document;
  const lineEnd = cursor.offset + cursor.lineSuffix.length;
  const before = text.slice(Math.max(0, cursor.lineStart - REACH_BEFORE), cursor.lineStart);
  return [uri, languageId, before, text.slice(lineEnd, lineEnd + REACH_AFTER)].join("\0");
}

export interface Typed {
  readonly text: string;
  /** Characters after the cursor that the editor added by itself, for example the `)` that closes a typed `(`. */
  readonly autoClosed: string;
}

const CLOSER_OF: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "`": "`" };
const MAX_AUTO_CLOSED = 4;

/** What was typed at `then` to get to `now`; null where anything else changed. Nothing typed: the same place. */
export function typedSince(then: Place, now: Place): Typed | null {
  const length = now.offset - then.offset;
  if (then.uri !== now.uri || then.languageId !== now.languageId || length < 0 || length > REACH_BEFORE / 2)
    return null;
  const text = length === 0 ? "" : now.before.slice(-length);
  const before = length === 0 ? now.before : now.before.slice(0, -length);
  // In a long file the cut before the cursor moved along with it; what both have must agree.
  const common = Math.min(before.length, then.before.length);
  if (before.slice(before.length - common) !== then.before.slice(then.before.length - common)) return null;
  if (before.length < then.before.length && now.before.length < REACH_BEFORE) return null;
  const autoClosed = autoClosedBetween(then.after, now.after);
  if (autoClosed === null || ![...autoClosed].every((closer) => opensWith(text, closer))) return null;
  return { text, autoClosed };
}

function opensWith(typed: string, closer: string): boolean {
  return [...typed].some((character) => CLOSER_OF[character] === closer);
}

/** The few characters that stand before the old text after the cursor; null where that text changed otherwise. */
function autoClosedBetween(then: string, now: string): string | null {
  for (let length = 0; length <= MAX_AUTO_CLOSED; length++) {
    const rest = now.slice(length);
    const common = Math.min(rest.length, then.length);
    const isWhole = then.length < REACH_AFTER - MAX_AUTO_CLOSED ? rest.length === then.length : true;
    if (isWhole && rest.slice(0, common) === then.slice(0, common)) return now.slice(0, length);
  }
  return null;
}
