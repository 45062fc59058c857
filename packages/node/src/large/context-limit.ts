/** How many tokens a server's context holds, asked of the server and then kept. */

/** A server may be started anew with another context. */
const ASK_AGAIN_MS = 300_000;
const ASK_AGAIN_AFTER_FAULT_MS = 30_000;

/** No question waits longer for it. */
const PATIENCE_MS = 1_000;

export class ContextLimit {
  readonly #ask: (signal: AbortSignal) => Promise<number | null>;
  readonly #nowMs: () => number;
  #told: Promise<number | null> | null = null;
  /** When the server is to be asked again; never while it is asked. */
  #askAgainAtMs = Number.POSITIVE_INFINITY;

  /** `ask` gives null where the server does not tell; it may reject. `nowMs`: milliseconds, monotonic. */
  constructor(ask: (signal: AbortSignal) => Promise<number | null>, nowMs = () => performance.now()) {
    this.#ask = ask;
    this.#nowMs = nowMs;
  }

  /** Null where the server does not tell. The first call waits for the server, later ones for nobody. Never rejects. */
  tokens(): Promise<number | null> {
    const before = this.#told;
    if (before !== null && this.#nowMs() < this.#askAgainAtMs) return before;
    const asked = this.#asked(before);
    this.#told = before ?? asked;
    return this.#told;
  }

  /** What the server says, from then on; where it says nothing, what it said before. */
  async #asked(before: Promise<number | null> | null): Promise<number | null> {
    this.#askAgainAtMs = Number.POSITIVE_INFINITY;
    let askAgainMs = ASK_AGAIN_MS;
    let tokens: number | null = null;
    try {
      tokens = await this.#ask(AbortSignal.timeout(PATIENCE_MS));
    } catch {
      // What is wrong with the server, the question itself will say.
      askAgainMs = ASK_AGAIN_AFTER_FAULT_MS;
    }
    this.#askAgainAtMs = this.#nowMs() + askAgainMs;
    if (before !== null && tokens !== null) this.#told = Promise.resolve(tokens);
    return tokens;
  }
}
