/** How often a server that ends by itself is started again. */

/** Within `WINDOW_MS`; one more and it stays down until the developer restarts it. */
const MOST_RESTARTS = 4;
const WINDOW_MS = 180_000;

export class RestartLimit {
  readonly #ends: number[] = [];

  /** Called at each end, with the time in milliseconds. True where the server may start again. */
  mayRestart(nowMs: number): boolean {
    this.#ends.push(nowMs);
    while (nowMs - (this.#ends[0] ?? nowMs) > WINDOW_MS) this.#ends.shift();
    return this.#ends.length <= MOST_RESTARTS;
  }
}
