/** When a process that ended may be started again: at once the first time, then after longer and longer waits, then not. */
export const RESTART_LIMITS = { failures: 4, windowMs: 60_000, firstWaitMs: 250 } as const;

export class RestartPolicy {
  readonly #failures: number[] = [];

  /** The process ended by itself, or did not come up. `nowMs` is on a monotonic clock, as below. */
  recordFailure(nowMs: number): void {
    this.#failures.push(nowMs);
  }

  /** Milliseconds to wait before the next start; null where it failed too often within the last minute. */
  waitMs(nowMs: number): number | null {
    while (this.#failures[0] !== undefined && nowMs - this.#failures[0] >= RESTART_LIMITS.windowMs)
      this.#failures.shift();
    const count = this.#failures.length;
    if (count >= RESTART_LIMITS.failures) return null;
    if (count <= 1) return 0;
    const due = (this.#failures[count - 1] as number) + RESTART_LIMITS.firstWaitMs * 2 ** (count - 2);
    return Math.max(0, due - nowMs);
  }

  /** Milliseconds until the oldest failure is forgotten. */
  retryAfterMs(nowMs: number): number {
    return Math.max(0, (this.#failures[0] ?? nowMs) + RESTART_LIMITS.windowMs - nowMs);
  }
}
