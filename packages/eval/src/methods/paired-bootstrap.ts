/** The 95 % interval of a mean or of a difference on the same tasks, by resampling whole clusters. */
import { chanceOf } from "@nearfirst/node";

export interface ClusteredValue {
  /** Tasks of one origin are drawn together: they are not independent. */
  readonly cluster: string;
  readonly value: number;
}

export interface MeanWithInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
}

const ROUNDS = 2_000;
const SEED = 42;

/**
 * Percentile bootstrap over clusters (Efron and Tibshirani 1993, chapter 13; clusters as units: Davison and Hinkley 1997, 3.8).
 * The same values give the same interval. For a difference the values are the differences, task by task: the resampling is paired.
 */
export function bootstrapMean(values: readonly ClusteredValue[]): MeanWithInterval {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { cluster, value } of values) {
    const known = sums.get(cluster) ?? { sum: 0, count: 0 };
    sums.set(cluster, { sum: known.sum + value, count: known.count + 1 });
  }
  const clusters = [...sums.values()];
  const total = clusters.reduce((sum, each) => sum + each.sum, 0);
  const mean = total / Math.max(1, values.length);
  if (clusters.length < 2) return { mean, low: Number.NaN, high: Number.NaN, tasks: values.length };
  const chance = chanceOf(SEED);
  const means = new Float64Array(ROUNDS);
  for (let round = 0; round < ROUNDS; round++) {
    let [sum, count] = [0, 0];
    for (let drawn = 0; drawn < clusters.length; drawn++) {
      const each = clusters[Math.floor(chance() * clusters.length)] as (typeof clusters)[number];
      sum += each.sum;
      count += each.count;
    }
    means[round] = sum / count;
  }
  means.sort();
  const at = (share: number) => means[Math.round(share * (ROUNDS - 1))] as number;
  return { mean, low: at(0.025), high: at(0.975), tasks: values.length };
}
