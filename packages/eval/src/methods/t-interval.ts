/** The 95 % interval of a mean of few repeated runs (MCCom 5.1: five runs, t-distribution). */
import jstat from "jstat";

export interface RepeatedMean {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** NaN for the ends where there is one run alone. */
export function tInterval(values: readonly number[]): RepeatedMean {
  const runs = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, runs);
  if (runs < 2) return { mean, low: Number.NaN, high: Number.NaN, runs };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1);
  const half = jstat.studentt.inv(0.975, runs - 1) * Math.sqrt(variance / runs);
  return { mean, low: mean - half, high: mean + half, runs };
}
