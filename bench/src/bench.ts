/** One performance figure or a few that belong together. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  /** Runs without a network; the numbers by their names, units in the names. */
  readonly run: () => Promise<object>;
}

/** The value that `share` of the values do not exceed, `share` in [0, 1]; `values` is not empty. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}

export function roundedTo2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
