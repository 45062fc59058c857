/** One generation that several requests may wait for. It ends when the last of them gives up. */

/** Runs a generation; reports the answer's text so far each time that it grew. */
export type Generate<Answer> = (signal: AbortSignal, onText: (textSoFar: string) => void) => Promise<Answer>;

export class InFlight<Answer extends { readonly text: string }> {
  readonly #controller = new AbortController();
  readonly #answer: Promise<Answer>;
  readonly #watchers = new Set<() => void>();
  readonly #ending: "with-last-waiter" | "runs-on";
  #textSoFar = "";
  #given: Answer | null = null;
  #waiting = 0;
  #isDone = false;

  /** `ending`: whether it ends when the last who waits gives up, or goes on until it is aborted. */
  constructor(generate: Generate<Answer>, ending: "with-last-waiter" | "runs-on" = "with-last-waiter") {
    this.#ending = ending;
    const { signal } = this.#controller;
    this.#answer = new Promise<Answer>((resolve, reject) => {
      // Whoever waits need not wait for a model that does not listen.
      signal.addEventListener("abort", () => reject(signal.reason));
      generate(signal, (textSoFar) => {
        this.#textSoFar = textSoFar;
        for (const watch of this.#watchers) watch();
      }).then((answer) => {
        this.#given = answer;
        resolve(answer);
      }, reject);
    }).finally(() => {
      this.#isDone = true;
    });
    // Every waiter handles the rejection; without one left it must not end the process.
    this.#answer.catch(() => undefined);
  }

  /** True while the generation runs and nobody has ended it. */
  get isRunning(): boolean {
    return !this.#isDone && !this.#controller.signal.aborted;
  }

  /** The answer, once it is complete; null before, and where there will be none. */
  get answer(): Answer | null {
    return this.#given;
  }

  /** What is known of the answer's text. */
  get textSoFar(): string {
    return this.#textSoFar;
  }

  /** False once the answer is known not to begin with `typed`. */
  canStartWith(typed: string): boolean {
    return typed.startsWith(this.#textSoFar) || this.#textSoFar.startsWith(typed);
  }

  /** Ends the generation; those who wait for it are rejected with an AbortError at once. */
  abort(): void {
    this.#controller.abort();
  }

  /** The answer, once complete; null as soon as it cannot begin with `typed`. Rejects when `signal` is aborted. */
  async answerStartingWith(typed: string, signal: AbortSignal): Promise<Answer | null> {
    this.#waiting++;
    const left = new AbortController();
    try {
      signal.throwIfAborted();
      const contradicted = new Promise<null>((resolve) => {
        const watch = () => {
          if (!this.canStartWith(typed)) resolve(null);
        };
        this.#watchers.add(watch);
        left.signal.addEventListener("abort", () => this.#watchers.delete(watch));
        watch();
      });
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { signal: left.signal });
      });
      const answer = await Promise.race([this.#answer, contradicted, aborted]);
      return answer?.text.startsWith(typed) ? answer : null;
    } finally {
      left.abort();
      this.#waiting--;
      if (this.#waiting === 0 && !this.#isDone && this.#ending === "with-last-waiter") this.abort();
    }
  }
}
