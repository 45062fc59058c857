/** How long to wait for the next key before a suggestion is made, by how fast the developer types. */

/** Fewer intervals say nothing of the rhythm. */
const FEWEST_INTERVALS = 4;
const MOST_INTERVALS = 16;
/** A longer interval is a pause in typing, and no part of the rhythm, in milliseconds. */
const LONGEST_INTERVAL_MS = 600;
/** Shorter waits would only make two generations of what an editor sends as two changes. */
const SHORTEST_PAUSE_MS = 20;
/** Three of four keys come within this share of the pause: the rest of it is for those that come a little later. */
const MARGIN = 1.25;

/** A change of more characters is an insertion or a deletion, no key. */
const LONGEST_KEY = 2;

/**
 * How long after a key the next one is waited for, in milliseconds, from the latest intervals between keys: a little
 * longer than three of four of them. `longestMs` while too little is known. For those whose keys come later than
 * `longestMs`, each key is followed by a pause: they wait as short as can be.
 */
export function pauseAfterKey(intervalsMs: readonly number[], longestMs: number): number {
  if (intervalsMs.length < FEWEST_INTERVALS) return longestMs;
  const sorted = intervalsMs.toSorted((one, other) => one - other);
  const usual = (sorted[Math.ceil(sorted.length * 0.75) - 1] as number) * MARGIN;
  return Math.min(longestMs, usual > longestMs ? SHORTEST_PAUSE_MS : Math.max(SHORTEST_PAUSE_MS, usual));
}

export class TypingRhythm {
  readonly #intervalsMs: number[] = [];
  #lastKeyMs: number | null = null;
  #isKeyAwaited = false;

  /** A document was changed by so many characters at one place. */
  changed(length: number, nowMs: number): void {
    this.#isKeyAwaited = true;
    const last = this.#lastKeyMs;
    this.#lastKeyMs = nowMs;
    if (last === null || length > LONGEST_KEY || nowMs - last > LONGEST_INTERVAL_MS) return;
    this.#intervalsMs.push(nowMs - last);
    if (this.#intervalsMs.length > MOST_INTERVALS) this.#intervalsMs.shift();
  }

  /**
   * How much longer to wait for the next key. Counts from the last one, so that what the editor has waited already
   * counts; for a request that followed no key, as after a move of the cursor, from now.
   */
  waitMs(longestMs: number, nowMs: number): number {
    const pauseMs = pauseAfterKey(this.#intervalsMs, longestMs);
    const waitedMs = this.#isKeyAwaited && this.#lastKeyMs !== null ? nowMs - this.#lastKeyMs : 0;
    this.#isKeyAwaited = false;
    return Math.max(0, pauseMs - waitedMs);
  }
}
