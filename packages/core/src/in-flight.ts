/** One generation that several requests may wait for. It ends when the last of them gives up. */
import type { GeneratedToken } from "./types.js";

export class InFlight<Answer extends { readonly text: string }> {
  readonly #controller = new AbortController();
  readonly #answer: Promise<Answer>;
  readonly #watchers = new Set<() => void>();
  #textSoFar = "";
  #waiting = 0;
  #isDone = false;

  constructor(run: (signal: AbortSignal, onTokens: (tokens: readonly GeneratedToken[]) => void) => Promise<Answer>) {
    this.#answer = run(this.#controller.signal, (tokens) => {
      this.#textSoFar += tokens.map((token) => token.text).join("");
      for (const watch of this.#watchers) watch();
    }).finally(() => {
      this.#isDone = true;
    });
    // Every waiter handles the rejection; without one left it must not crash the process.
    this.#answer.catch(() => undefined);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** False once the answer is known not to begin with `typed`. */
  canStartWith(typed: string): boolean {
    if (this.#controller.signal.aborted) return false;
    return typed.startsWith(this.#textSoFar) || this.#textSoFar.startsWith(typed);
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** The answer, once complete; null as soon as it cannot begin with `typed`. Rejects when `signal` is aborted. */
  async answerStartingWith(typed: string, signal: AbortSignal): Promise<Answer | null> {
    signal.throwIfAborted();
    this.#waiting++;
    const leave = new AbortController();
    try {
      const contradicted = new Promise<null>((resolve) => {
        const watch = () => {
          if (!this.canStartWith(typed)) resolve(null);
        };
        this.#watchers.add(watch);
        leave.signal.addEventListener("abort", () => this.#watchers.delete(watch));
      });
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { signal: leave.signal });
      });
      const answer = await Promise.race([this.#answer, contradicted, aborted]);
      return answer?.text.startsWith(typed) ? answer : null;
    } finally {
      leave.abort();
      this.#waiting--;
      if (this.#waiting === 0 && !this.#isDone) this.abort(signal.reason);
    }
  }
}
