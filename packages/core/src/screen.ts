/** The suggestion on screen, and what became of those before it. Part of the session's state. */
import type { CursorContext } from "./cursor/cursor-context.js";
import { linePlaceKey, type Place, placeOf, type Typed, typedSince } from "./place.js";
import type { Suggestion, Tier, TriggerKind } from "./types.js";
import { type Rejection, type UserAction, userActionOf } from "./user-action.js";

/** Refused suggestions that are remembered: those of the lines being edited. */
const MAX_REFUSED = 32;

/** By default a suggestion must have stood so long that typing on says something about it, in milliseconds. */
const MIN_SHOWN_MS = 400;

export interface Shown {
  readonly text: string;
  readonly tier: Tier;
  /** How sure the model was of it: the mean probability of its first tokens, in [0, 1]; 0 where it is not known. */
  readonly confidence: number;
  /** What the suggestion depends on besides the file: under other settings it is nobody's suggestion. */
  readonly settings: string;
}

interface OnScreen extends Shown {
  readonly place: Place;
  readonly line: string;
  readonly linePrefix: string;
  /** Since when the developer sees it; null where it was only answered, as for a request that was cancelled meanwhile. */
  seenSinceMs: number | null;
  /** How much of it had been typed when the file was last seen, in UTF-16 units. */
  typedLength: number;
}

/** A refused suggestion. */
export interface Refused {
  readonly text: string;
  readonly tier: Tier;
  readonly confidence: number;
  readonly rejection: Rejection;
}

interface RefusedOnLine extends Refused {
  readonly line: string;
  /** The beginning of the line as the suggestion would have left it. */
  readonly lineWithIt: string;
  isAnswered: boolean;
}

export interface Seen {
  readonly cursor: CursorContext;
  readonly trigger: TriggerKind;
  readonly settings: string;
  /** When the file was seen so, in milliseconds of the session's clock. */
  readonly nowMs: number;
}

export interface ScreenOptions {
  /** Typing against a suggestion counts only if it had stood so long, in milliseconds. */
  readonly minShownMs?: number;
  /** From when on a suggestion counts as seen: once it is answered, or once the editor says so (`seen`). */
  readonly seen?: "when-answered" | "when-told";
}

export class Screen {
  readonly #minShownMs: number;
  readonly #isSeenAtOnce: boolean;
  #onScreen: OnScreen | null = null;
  #accepted: OnScreen | null = null;
  #refused: readonly RefusedOnLine[] = [];

  constructor({ minShownMs = MIN_SHOWN_MS, seen = "when-answered" }: ScreenOptions = {}) {
    this.#minShownMs = minShownMs;
    this.#isSeenAtOnce = seen === "when-answered";
  }

  /** Puts a suggestion on screen; null takes away what is there. One that stands there already stays as old as it is. */
  show(shown: Shown | null, cursor: CursorContext, nowMs: number): void {
    if (shown === null) {
      this.#onScreen = null;
      return;
    }
    const { linePrefix } = cursor;
    const old = this.#onScreen;
    const isTheSame = old !== null && old.tier === shown.tier && this.rest(cursor, shown.settings)?.text === shown.text;
    if (isTheSame) {
      this.showRest(nowMs);
      return;
    }
    const place = placeOf(cursor);
    const seenSinceMs = this.#isSeenAtOnce ? nowMs : null;
    this.#onScreen = { ...shown, place, line: linePlaceKey(cursor), linePrefix, seenSinceMs, typedLength: 0 };
  }

  /** What is left of the suggestion is answered again. */
  showRest(nowMs: number): void {
    if (this.#isSeenAtOnce) this.seen(nowMs);
  }

  /** The editor says that the suggestion is in front of the developer. */
  seen(nowMs: number): void {
    if (this.#onScreen !== null) this.#onScreen.seenSinceMs ??= nowMs;
  }

  /** What was answered last for this file did not reach the developer. It can still be typed through, but not refused. */
  notSeen(uri: string): void {
    if (this.#onScreen?.place.uri === uri) this.#onScreen.seenSinceMs = null;
  }

  /** The editor says that the developer took over all but the last `length` UTF-16 units. */
  acceptUpTo(length: number): void {
    const shown = this.#onScreen;
    if (shown !== null) shown.typedLength = Math.max(shown.typedLength, shown.text.length - length);
  }

  /** The rest of the suggestion on screen, where the developer typed its beginning; null otherwise. */
  rest(cursor: CursorContext, settings: string): (Suggestion & { readonly tier: Tier }) | null {
    const shown = this.#onScreen;
    if (shown === null || shown.settings !== settings) return null;
    const typed = typedSince(shown.place, placeOf(cursor));
    if (typed === null || !shown.text.startsWith(typed.text)) return null;
    const text = shown.text.slice(typed.text.length);
    // What the editor closed by itself is replaced: the suggestion brings its own, and more than that.
    if (text === typed.autoClosed || !text.includes(typed.autoClosed)) return null;
    return { text, start: cursor.offset, end: cursor.offset + typed.autoClosed.length, tier: shown.tier };
  }

  /** True where the developer typed a part of the suggestion on screen, and nothing else. */
  isTypedOn(cursor: CursorContext, settings: string): boolean {
    const rest = this.rest(cursor, settings);
    return rest !== null && rest.text.length < (this.#onScreen?.text.length ?? 0);
  }

  /** Takes note of what the developer did since the file was last seen; null where nothing is to be told. */
  notice(seen: Seen): UserAction | null {
    const place = placeOf(seen.cursor);
    return this.#noticeDeletion(place) ?? this.#noticeAction(seen, place);
  }

  /** The editor says that the developer took the suggestion over. */
  accept(): void {
    this.#accepted = this.#onScreen;
    this.#onScreen = null;
  }

  /** The editor says that the developer took the suggestion off the screen. */
  dismiss(): void {
    const shown = this.#onScreen;
    if (shown === null || shown.seenSinceMs === null) return;
    this.#refuse(shown, "dismissed");
    this.#onScreen = null;
  }

  /** The suggestion that was refused last on the cursor's line, unless the large model answered for it already. */
  refusedAt(cursor: CursorContext): Refused | null {
    const line = linePlaceKey(cursor);
    return this.#refused.findLast((each) => each.line === line && !each.isAnswered) ?? null;
  }

  /** One escalation for each refused suggestion: from now on those of the cursor's line count as answered. */
  answerRefused(cursor: CursorContext): void {
    const line = linePlaceKey(cursor);
    for (const each of this.#refused) if (each.line === line) each.isAnswered = true;
  }

  /** True where the suggestion would write again what was refused on this line. */
  isRefused(text: string, cursor: CursorContext): boolean {
    const line = linePlaceKey(cursor);
    const lineWithIt = cursor.linePrefix + text;
    return this.#refused.some((each) => each.line === line && each.lineWithIt === lineWithIt);
  }

  #noticeAction({ trigger, settings, nowMs }: Seen, place: Place): UserAction | null {
    const shown = this.#onScreen;
    if (shown === null || shown.settings !== settings) return null;
    const since = typedSince(shown.place, place);
    const typed = since === null || !isReplaced(since, shown) ? null : since.text;
    const { text: suggestion, typedLength: typedBefore } = shown;
    const action = userActionOf({ suggestion, typed, typedBefore, trigger });
    if (typed !== null) shown.typedLength = typed.length;
    const isGone = action !== null && action !== "typed-through" && action !== "partly-accepted";
    if (shown.seenSinceMs === null) return this.#noticeUnseen(isGone && action !== "asked-for-another");
    if (action === "accepted") this.#accepted = shown;
    const hasStood = nowMs - shown.seenSinceMs >= this.#minShownMs;
    if (action === "asked-for-another" || (action === "typed-against" && hasStood)) this.#refuse(shown, action);
    if (action === "typed-against" && !hasStood) return "left";
    if (isGone) this.#onScreen = null;
    return action;
  }

  /** Nobody does anything with a suggestion that nobody saw. */
  #noticeUnseen(isGone: boolean): UserAction | null {
    if (!isGone) return null;
    this.#onScreen = null;
    return "left";
  }

  /** The cursor stands again where an accepted suggestion began, and the text after it is as it was before. */
  #noticeDeletion(place: Place): UserAction | null {
    const accepted = this.#accepted;
    if (accepted === null || typedSince(accepted.place, place)?.text !== "") return null;
    this.#accepted = null;
    this.#refuse(accepted, "deleted");
    return "deleted";
  }

  #refuse({ text, tier, confidence, line, linePrefix }: OnScreen, rejection: Rejection): void {
    const refused = {
      text,
      tier,
      confidence,
      rejection,
      line,
      lineWithIt: linePrefix + text,
      isAnswered: tier === "large",
    };
    this.#refused = [...this.#refused, refused].slice(-MAX_REFUSED);
  }
}

/** What the editor closed by itself counts as typed only where the suggestion brings it too. */
function isReplaced({ text, autoClosed }: Typed, shown: OnScreen): boolean {
  return autoClosed === "" || shown.text.slice(text.length).includes(autoClosed) || !shown.text.startsWith(text);
}
