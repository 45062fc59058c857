/** No automatic suggestions for some minutes. */

const MINUTE_MS = 60_000;

export class Snooze {
  readonly #onChange: () => void;
  #untilMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `onChange` is called when it begins, each minute, and when it ends. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Whole minutes, rounded up; null while nothing is snoozed. */
  get minutesLeft(): number | null {
    if (this.#untilMs === null) return null;
    return Math.max(1, Math.ceil((this.#untilMs - Date.now()) / MINUTE_MS));
  }

  /** `minutes` is above 0. */
  begin(minutes: number): void {
    this.#untilMs = Date.now() + minutes * MINUTE_MS;
    this.#tick();
  }

  end(): void {
    this.#untilMs = null;
    this.#tick();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    const leftMs = (this.#untilMs ?? 0) - Date.now();
    if (leftMs <= 0) this.#untilMs = null;
    else this.#timer = setTimeout(() => this.#tick(), Math.min(leftMs, MINUTE_MS)).unref();
    this.#onChange();
  }
}
