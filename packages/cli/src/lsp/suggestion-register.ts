/** Gives each shown suggestion an id that says nothing of its text, by which the editor reports that it was accepted. */
import { randomUUID } from "node:crypto";

/** The command that an editor runs when a suggestion is accepted; its argument is the suggestion's id. */
export const ACCEPT_COMMAND = "nearfirst.accept";

/** Suggestions older than this many are forgotten: an editor accepts one of the last few. */
const MAX_REMEMBERED = 200;

export class SuggestionRegister {
  readonly #open = new Set<string>();
  /** How many suggestions were accepted since the start. */
  accepted = 0;

  register(): string {
    const id = randomUUID();
    this.#open.add(id);
    const [oldest] = this.#open;
    if (this.#open.size > MAX_REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** False for an id that was never given out, is too old, or was accepted before. */
  accept(id: unknown): boolean {
    if (typeof id !== "string" || !this.#open.delete(id)) return false;
    this.accepted++;
    return true;
  }
}
