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

const FATES: Readonly<Partial<Record<ActionEvent["action"], Fate>>> = { accepted: "accepted", rejected: "dismissed" };

export interface SuggestionFatesOptions {
  readonly register: SuggestionRegister;
  readonly session: Session;
  readonly record: (event: StatisticsEvent) => void;
  readonly onAccepted?: (suggestion: RegisteredSuggestion) => void;
}

export class SuggestionFates {
  readonly #options: SuggestionFatesOptions;

  constructor(options: SuggestionFatesOptions) {
    this.#options = options;
  }

  /** The editor says what became of a suggestion. An id that is too old, or of which was told before, changes nothing. */
  told(fate: Fate, id: unknown): void {
    const { register, session } = this.#options;
    const told = register.close(id, fate);
    if (told === null) return;
    this.#count(told, fate === "accepted" ? "accepted" : "rejected");
    if (told !== register.newest) return;
    if (fate === "accepted") session.screen.accept();
    else session.screen.dismiss();
  }

  /** What the file tells, by a later request's trace, of the suggestion that stood there before. */
  noticed({ userAction, source }: Trace): void {
    const { register } = this.#options;
    const { newest } = register;
    const isTypedToItsEnd = userAction === "typed-through" && source !== "typed-through";
    const counted = isTypedToItsEnd ? userAction : userAction === null ? undefined : COUNTED[userAction];
    if (newest === null || counted === undefined) return;
    // An editor that says so itself may have done it before, or does it after.
    const fate = FATES[counted];
    if (fate === undefined || register.close(newest.id, fate) !== null) this.#count(newest, counted);
  }

  #count(suggestion: RegisteredSuggestion, action: ActionEvent["action"]): void {
    this.#options.record({ type: "action", suggestionId: suggestion.id, action });
    if (action === "accepted") this.#options.onAccepted?.(suggestion);
  }
}
