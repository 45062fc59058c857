/** Gives each shown suggestion an id that says nothing of its text, by which the editor reports what became of it. */
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
  /** How many suggestions were accepted and dismissed since the start. */
  readonly counts = { accepted: 0, dismissed: 0 };

  /** Returns its id. */
  register(place: Omit<RegisteredSuggestion, "id">): string {
    const id = randomUUID();
    this.#newest = { id, ...place };
    this.#open.set(id, this.#newest);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** Null for an id that was never given out, is too old, or of which was told before. */
  close(id: unknown, fate: Fate): RegisteredSuggestion | null {
    const found = typeof id === "string" ? this.#open.get(id) : undefined;
    if (found === undefined) return null;
    this.#open.delete(found.id);
    this.counts[fate]++;
    return found;
  }

  /** True for the id of a suggestion of which nothing was told yet. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** The suggestion that was given out last; null before the first. It is on screen, if any is. */
  get newest(): RegisteredSuggestion | null {
    return this.#newest;
  }
}
