/** Gives each shown suggestion an id that says nothing of its text, by which the editor reports what became of it. */
import { randomUUID } from "node:crypto";

/** Commands that an editor runs when a suggestion is accepted or taken off the screen; their argument is its id. */
export const ACCEPT_COMMAND = "nearfirst.accept";
export const DISMISS_COMMAND = "nearfirst.dismiss";

export type Fate = "accepted" | "dismissed";

/** Suggestions older than this many are forgotten: an editor accepts one of the last few. */
const MAX_REMEMBERED = 200;

export class SuggestionRegister {
  readonly #open = new Set<string>();
  #newest: string | null = null;
  /** How many suggestions were accepted and dismissed since the start. */
  readonly counts = { accepted: 0, dismissed: 0 };

  register(): string {
    const id = randomUUID();
    this.#open.add(id);
    this.#newest = id;
    const [oldest] = this.#open;
    if (this.#open.size > MAX_REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** False for an id that was never given out, is too old, or of which was told before. */
  close(id: unknown, fate: Fate): boolean {
    if (typeof id !== "string" || !this.#open.delete(id)) return false;
    this.counts[fate]++;
    return true;
  }

  /** True for the suggestion that is on screen, if any is. */
  isNewest(id: unknown): boolean {
    return id === this.#newest;
  }
}
