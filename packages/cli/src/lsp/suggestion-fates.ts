/** What became of suggestions: what an editor says, and what the file tells by itself, each counted once. */
import type { ActionEvent, Session, StatisticsEvent, Trace, UserAction } from "@nearfirst/core";
import type { Fate, RegisteredSuggestion, SuggestionRegister } from "./suggestion-register.js";

/** As what an action counts in the statistics; those that say nothing of the suggestion do not. */
const COUNTED: Readonly<Partial<Record<UserAction, ActionEvent["action"]>>> = {
  accepted: "accepted",
  "partly-accepted": "partly-accepted",
  "typed-against": "rejected",
  deleted: "rejected",
  dismissed: "rejected",
  "asked-for-another": "rejected",
};

export interface SuggestionFatesOptions {
  readonly register: SuggestionRegister;
  readonly session: Session;
  readonly record: (event: StatisticsEvent) => void;
  /** The time on the session's clock. */
  readonly nowMs: () => number;
  /** `when-told`: the editor says what it shows, and what it did not show cannot be rejected. Default: `when-answered`. */
  readonly seen?: "when-answered" | "when-told";
  readonly onAccepted?: (suggestion: RegisteredSuggestion) => void;
  /** Only where the editor says so: what the file tells by itself comes with the next request. */
  readonly onToldAccepted?: (suggestion: RegisteredSuggestion) => void;
}

export class SuggestionFates {
  readonly #options: SuggestionFatesOptions;
  /** The newest suggestions that the editor said it shows. */
  readonly #shown = new WeakSet<RegisteredSuggestion>();

  constructor(options: SuggestionFatesOptions) {
    this.#options = options;
  }

  /** The editor shows a suggestion. Like all that is told: an id that is not known, or whose end was told, changes nothing. */
  shown(id: unknown): void {
    const { register, session, nowMs } = this.#options;
    const told = register.find(id);
    if (told === null || this.#shown.has(told)) return;
    this.#shown.add(told);
    this.#count(told, "shown");
    if (told === register.newest) session.screen.seen(nowMs());
  }

  /** The editor says how a suggestion ended. */
  told(fate: Fate, id: unknown): void {
    const { register, session } = this.#options;
    const found = register.find(id);
    if (found === null || (fate === "dismissed" && !this.#wasSeen(found))) return;
    register.close(id);
    this.#count(found, fate === "accepted" ? "accepted" : "rejected");
    if (found === register.newest) {
      if (fate === "accepted") session.screen.accept();
      else session.screen.dismiss();
    }
    if (fate === "accepted") this.#options.onToldAccepted?.(found);
  }

  /** The first `length` UTF-16 units of a suggestion were taken; the rest still stands. */
  partlyAccepted(id: unknown, length: unknown): void {
    const { register, session } = this.#options;
    const found = register.find(id);
    if (found === null || typeof length !== "number" || !Number.isInteger(length) || length < 1) return;
    if (length >= found.text.length) {
      this.told("accepted", id);
      return;
    }
    this.#count(found, "partly-accepted");
    if (found === register.newest) session.screen.acceptUpTo(found.text.length - length);
  }

  /** What the file tells, by a later request's trace, of the suggestion that stood there before. */
  noticed({ userAction, source }: Trace): void {
    const { register } = this.#options;
    const { newest } = register;
    const isTypedToItsEnd = userAction === "typed-through" && source !== "typed-through";
    const counted = isTypedToItsEnd ? userAction : userAction === null ? undefined : COUNTED[userAction];
    if (newest === null || counted === undefined) return;
    // An editor that says so itself may have done it before, or does it after.
    const isEnd = counted === "accepted" || counted === "rejected";
    if (!isEnd || register.close(newest.id) !== null) this.#count(newest, counted);
  }

  #wasSeen(suggestion: RegisteredSuggestion): boolean {
    return this.#options.seen !== "when-told" || this.#shown.has(suggestion);
  }

  #count(suggestion: RegisteredSuggestion, action: ActionEvent["action"]): void {
    this.#options.record({ type: "action", suggestionId: suggestion.id, action });
    if (action === "accepted") this.#options.onAccepted?.(suggestion);
  }
}
