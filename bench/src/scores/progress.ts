import type { Row } from "./rows.js";

/** How often a line is printed where the output is no terminal. */
const LINE_EVERY_MS = 15_000;
const REFRESH_EVERY_MS = 250;

/** On standard error: a line that moves on a terminal, a line now and then elsewhere. */
export class ScoresProgress {
  readonly #total: number;
  readonly #startedAt = performance.now();
  readonly #isTerminal = process.stderr.isTTY === true;
  #done = 0;
  #exact = 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(total: number) {
    this.#total = total;
  }

  advance(row: Row): void {
    this.#done++;
    if (row.isExact) this.#exact++;
    const now = performance.now();
    const isDue = now - this.#shownAt >= (this.#isTerminal ? REFRESH_EVERY_MS : LINE_EVERY_MS);
    if (!isDue && this.#done < this.#total) return;
    this.#shownAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const left = Math.round((seconds / this.#done) * (this.#total - this.#done));
    const line = `${row.model}: ${this.#done} of ${this.#total} requests, ${this.#exact} exact, ${left} s left`;
    process.stderr.write(this.#isTerminal ? `\r\x1b[K${line.slice(0, 120)}` : `${line}\n`);
  }

  end(): void {
    if (this.#isTerminal && this.#done > 0) process.stderr.write("\n");
  }
}
