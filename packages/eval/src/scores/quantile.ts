/** Quantiles of values in any order: always one of them, never something in between. */

/** NaN for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The least value that so large a share, in (0, 1], does not exceed; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
