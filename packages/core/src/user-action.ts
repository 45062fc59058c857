/** What the developer did with a suggestion, read off two states of the file alone (MCCom 3.2). */
import type { TriggerKind } from "./types.js";

/**
 * - `typed-through`: typed its beginning, so that the rest still stands.
 * - `accepted`, `partly-accepted`: all of it, or its next words, came at once.
 * - `typed-against`: typed something else on its line.
 * - `deleted`: took an accepted one out again.
 * - `dismissed`: the editor says so; nothing in the file does.
 * - `asked-for-another`: asked explicitly where it stands.
 * - `left`: went on elsewhere.
 */
export type UserAction =
  | "typed-through"
  | "accepted"
  | "partly-accepted"
  | "typed-against"
  | "deleted"
  | "dismissed"
  | "asked-for-another"
  | "left";

/** A suggestion refused by the developer. Actions that are none of these say nothing against it. */
export type Rejection = Extract<UserAction, "typed-against" | "deleted" | "dismissed" | "asked-for-another">;

export interface SinceShown {
  readonly suggestion: string;
  /** All that was typed where the suggestion stands; null where anything else changed. */
  readonly typed: string | null;
  /** How many characters of it had been typed when the file was last seen. */
  readonly typedBefore: number;
  readonly trigger: TriggerKind;
}

/** So many characters at once are inserted, not typed: requests come less than every key, and no one types this fast. */
const INSERTED_AT_ONCE = 4;

/** Null where nothing happened. Never `deleted` or `dismissed`, which need more than this to be known. */
export function userActionOf({ suggestion, typed, typedBefore, trigger }: SinceShown): UserAction | null {
  if (typed === null) return "left";
  if (typed.length === typedBefore) return trigger === "explicit" ? "asked-for-another" : null;
  const step = typed.length - typedBefore;
  if (typed.startsWith(suggestion)) return isInserted(step, suggestion.length) ? "accepted" : "typed-through";
  if (suggestion.startsWith(typed))
    return step >= INSERTED_AT_ONCE && isWordEnd(suggestion, typed.length) ? "partly-accepted" : "typed-through";
  // A new line ends the suggestion's line, and with it the question what belongs there.
  return /[\r\n]/.test(typed) ? "left" : "typed-against";
}

/** What is shorter than that came at once if all of it did. */
function isInserted(step: number, length: number): boolean {
  return step >= Math.min(INSERTED_AT_ONCE, Math.max(2, length));
}

function isWordEnd(text: string, at: number): boolean {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  return !(isWord(text[at - 1]) && isWord(text[at]));
}
