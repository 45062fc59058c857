interface KthLargestOptions {
  readonly scores: Float64Array;
  /** Indices into `scores`; only the first `count` count. */
  readonly places: Uint32Array;
  readonly count: number;
  /** In [1, count]; small. */
  readonly k: number;
}

/** The k-th largest of the scores at some places. */
export function kthLargest({ scores, places, count, k }: KthLargestOptions): number {
  // Ascending; k is small, and most scores fail the first comparison.
  const best = new Float64Array(k).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < count; at++) {
    const score = scores[places[at] as number] as number;
    if (score <= (best[0] as number)) continue;
    let to = 1;
    while (to < k && (best[to] as number) < score) {
      best[to - 1] = best[to] as number;
      to++;
    }
    best[to - 1] = score;
  }
  return best[0] as number;
}
