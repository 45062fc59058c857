interface KthLargestOptions {
  readonly scores: Float64Array;
  /** Indices into `scores`; only the first `count` count. */
  readonly places: Uint32Array;
  readonly count: number;
  /** In [1, count]. */
  readonly k: number;
}

/** The k-th largest of the scores at some places. */
export function kthLargest({ scores, places, count, k }: KthLargestOptions): number {
  // A heap with the least of the best on top; most scores fail the first comparison.
  const best = new Float64Array(k).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < count; at++) {
    const score = scores[places[at] as number] as number;
    if (score <= (best[0] as number)) continue;
    let to = 0;
    for (let child = 1; child < k; child = 2 * to + 1) {
      if (child + 1 < k && (best[child + 1] as number) < (best[child] as number)) child++;
      if ((best[child] as number) >= score) break;
      best[to] = best[child] as number;
      to = child;
    }
    best[to] = score;
  }
  return best[0] as number;
}
