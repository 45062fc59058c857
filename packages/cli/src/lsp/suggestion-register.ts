/** Gives each answered suggestion an id that says nothing of its text, by which the editor reports what became of it. */
import { randomUUID } from "node:crypto";

/** Commands that an editor runs when a suggestion is accepted or taken off the screen; their argument is its id. */
export const ACCEPT_COMMAND = "nearfirst.accept";
export const DISMISS_COMMAND = "nearfirst.dismiss";

export type Fate = "accepted" | "dismissed";

export interface RegisteredSuggestion {
  readonly id: string;
  readonly uri: string;
  /** Where its text begins, in UTF-16 units of the document. */
  readonly start: number;
  readonly text: string;
}

/** Suggestions older than this many are forgotten: an editor accepts one of the last few. */
const MAX_REMEMBERED = 200;

export class SuggestionRegister {
  readonly #open = new Map<string, RegisteredSuggestion>();
  #newest: RegisteredSuggestion | null = null;

  /** Returns its id. */
  register(place: Omit<RegisteredSuggestion, "id">): string {
    const id = randomUUID();
    this.#newest = { id, ...place };
    this.#open.set(id, this.#newest);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** Null for an id that was never given out, is too old, or of whose end was told before. */
  find(id: unknown): RegisteredSuggestion | null {
    return typeof id === "string" ? (this.#open.get(id) ?? null) : null;
  }

  /** The same, and from now on its end was told. */
  close(id: unknown): RegisteredSuggestion | null {
    const found = this.find(id);
    if (found !== null) this.#open.delete(found.id);
    return found;
  }

  /** The suggestion that was given out last; null before the first. It is on screen, if any is. */
  get newest(): RegisteredSuggestion | null {
    return this.#newest;
  }
}
