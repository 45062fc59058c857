/** A generator of numbers in [0, 1), the same for the same seed. */
export { chanceOf as randomFrom } from "@nearfirst/node";

/** The value that `share` of the values do not exceed, `share` in [0, 1]; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
