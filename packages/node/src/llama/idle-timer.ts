/** Tells when something has not been used for a while. */
export class IdleTimer {
  readonly #afterMs: number | null;
  readonly #onIdle: () => void;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Milliseconds without a user until `onIdle` is called, which may happen again after each use; null for never. */
  constructor(afterMs: number | null, onIdle: () => void) {
    this.#afterMs = afterMs;
    this.#onIdle = onIdle;
    this.#start();
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  /** Counts as used until the promise is settled. */
  async during<Result>(use: () => Promise<Result>): Promise<Result> {
    this.#users++;
    clearTimeout(this.#timer);
    try {
      return await use();
    } finally {
      this.#users--;
      this.#start();
    }
  }

  /** `onIdle` is not called any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#users = Number.POSITIVE_INFINITY;
  }

  #start(): void {
    if (this.#afterMs !== null && this.#users === 0) this.#timer = setTimeout(this.#onIdle, this.#afterMs).unref();
  }
}
