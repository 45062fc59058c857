/** What the daemon remembers of one client between its requests. */
import { Session } from "@nearfirst/core";
import { SuggestionFates, type SuggestionFatesOptions } from "../lsp/suggestion-fates.js";
import { SuggestionRegister } from "../lsp/suggestion-register.js";
import type { GivenSnippet } from "./given-snippets.js";

/** What all sessions have in common: where to count, and the clock. */
export type SessionSurroundings = Pick<SuggestionFatesOptions, "record" | "nowMs">;

export class ClientSession {
  readonly session = new Session();
  readonly register = new SuggestionRegister();
  readonly fates: SuggestionFates;
  #snippets = "[]";
  #snippetChanges = 0;
  #waiting = 0;

  constructor(surroundings: SessionSurroundings) {
    const { register, session } = this;
    this.fates = new SuggestionFates({ register, session, ...surroundings });
  }

  /** True while someone waits for an answer from it. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** The client waits from now on, until it has its answer or is gone: `end`, which may be called more than once. */
  begin(): () => void {
    let isWaiting = true;
    this.#waiting++;
    return () => {
      if (isWaiting) this.#waiting--;
      isWaiting = false;
    };
  }

  /** How often the client's own snippets have changed, these included. */
  changesWith(snippets: readonly GivenSnippet[]): number {
    const now = JSON.stringify(snippets);
    if (now !== this.#snippets) this.#snippetChanges++;
    this.#snippets = now;
    return this.#snippetChanges;
  }
}

/** Clients that are remembered: more than one developer has editors. */
const MOST_CLIENTS = 64;

export class ClientSessions {
  readonly #surroundings: SessionSurroundings;
  readonly #sessions = new Map<string, ClientSession>();

  constructor(surroundings: SessionSurroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * The client's session. HTTP clients may ask for several places at once, which a session cannot do, as it knows one
   * cursor: while it is busy, and `joins` finds nothing in it that the request could share, the request gets one of its own.
   */
  for(client: string, joins: (kept: Session) => boolean): ClientSession {
    const kept = this.#sessions.get(client);
    if (kept?.isBusy === true && !joins(kept.session)) return new ClientSession(this.#surroundings);
    const session = kept ?? new ClientSession(this.#surroundings);
    this.#sessions.delete(client);
    this.#sessions.set(client, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST_CLIENTS && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }

  /** The session whose suggestion this is, and of which nothing was told yet; null where there is none. */
  holding(suggestionId: string): ClientSession | null {
    return [...this.#sessions.values()].find(({ register }) => register.find(suggestionId) !== null) ?? null;
  }
}
