/** A 95 % interval of a share whose tasks come in clusters: several holes of one function stand and fall together. */

export interface ClusteredShare {
  readonly tasks: number;
  readonly passed: number;
  /** In [0, 1]. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** How many clusters there are. */
  readonly clusters: number;
  /** By how much clustering enlarges the variance, at least 1. */
  readonly designEffect: number;
}

export interface ClusteredResult {
  readonly cluster: string;
  readonly passed: boolean;
}

/** The normal distribution's for 95 %. */
const Z = 1.959964;

/**
 * Wilson's interval for the effective number of tasks: their number by the design effect, which is the variance of the share
 * estimated from whole clusters over that of as many independent tasks (Kish, Survey Sampling, 1965; Dean and Pagano,
 * Statistics in Medicine, 2015). Never degenerate, also where all pass or none.
 */
export function clusteredShare(results: readonly ClusteredResult[]): ClusteredShare {
  const tasks = results.length;
  const passed = results.filter((each) => each.passed).length;
  if (tasks === 0) return { tasks, passed, share: Number.NaN, low: 0, high: 1, clusters: 0, designEffect: 1 };
  const share = passed / tasks;
  const residuals = new Map<string, number>();
  for (const each of results)
    residuals.set(each.cluster, (residuals.get(each.cluster) ?? 0) + (each.passed ? 1 : 0) - share);
  const clusters = residuals.size;
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
  const clusteredVariance = clusters < 2 ? 0 : (clusters / (clusters - 1)) * (squares / tasks ** 2);
  const simpleVariance = (share * (1 - share)) / tasks;
  const designEffect = simpleVariance === 0 ? 1 : Math.max(1, clusteredVariance / simpleVariance);
  return { tasks, passed, share, ...wilson(share, tasks / designEffect), clusters, designEffect };
}

function wilson(share: number, count: number): { readonly low: number; readonly high: number } {
  const middle = (share + Z ** 2 / (2 * count)) / (1 + Z ** 2 / count);
  const half = (Z / (1 + Z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
