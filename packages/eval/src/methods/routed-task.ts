/** What a routing method makes of a task, and of all of them. */
import type { RoutingPolicy } from "@nearfirst/core";
import { type SimulatedUser, simulateRequest } from "@nearfirst/node";
import { type ClusteredShare, clusteredShare } from "../scores/clustered-interval.js";
import type { Measure } from "../sweep/pair-rows.js";
import type { PairedTask } from "./pair.js";
import { bootstrapMean, type MeanWithInterval } from "./paired-bootstrap.js";

export interface RoutedTask {
  readonly cluster: string;
  readonly isRight: boolean;
  /** Whether the answer shown first was right. */
  readonly isFirstRight: boolean;
  /** Whether the large model was asked, and whether it was for a rejected answer (MCCom's dynamic routing). */
  readonly isEscalated: boolean;
  readonly isAfterRejection: boolean;
  /** In [0, 1], of the final answer. */
  readonly editSimilarity: number;
  readonly ms: number;
}

export interface RouteOptions {
  readonly user: SimulatedUser;
  /** Added to each answer of the large model, in milliseconds. */
  readonly networkMs: number;
  readonly measure: Measure;
}

/** The paper judges by tests, its user takes what is shown, and its latencies have no network. */
export const AS_SYN_CONF_ROUTE = {
  measure: "tests",
  user: "accepts-all",
  networkMs: 0,
} as const satisfies RouteOptions;

/** In the order of `tasks`. */
export function routeTasks(
  tasks: readonly PairedTask[],
  policy: RoutingPolicy,
  { measure, ...simulation }: RouteOptions,
): readonly RoutedTask[] {
  return tasks.map(({ cluster, evaluated, local, large }) => {
    const { isRight, isFirstRight, isEscalated, shownFirst, tier, ms } = simulateRequest(
      policy,
      evaluated[measure],
      simulation,
    );
    const { editSimilarity } = (tier === "local" ? local : large).judged;
    const isAfterRejection = isEscalated && shownFirst === "local";
    return { cluster, isRight, isFirstRight, isEscalated, isAfterRejection, editSimilarity, ms };
  });
}

/** The best that any router could do: right where either model is, and at the large model only where it must be. */
export function oracleTasks(
  tasks: readonly PairedTask[],
  { measure, networkMs }: Pick<RouteOptions, "measure" | "networkMs">,
): readonly RoutedTask[] {
  return tasks.map(({ cluster, evaluated, local, large }) => {
    const { local: own, large: other } = evaluated[measure];
    const isEscalated = !own.isRight && other.isRight;
    const right = own.isRight || other.isRight;
    return {
      cluster,
      isRight: right,
      isFirstRight: right,
      isEscalated,
      isAfterRejection: false,
      editSimilarity: (isEscalated ? large : local).judged.editSimilarity,
      ms: isEscalated ? own.ms + other.ms + networkMs : own.ms,
    };
  });
}

export function rightShare(tasks: readonly RoutedTask[]): ClusteredShare {
  return clusteredShare(tasks.map(({ cluster, isRight }) => ({ cluster, passed: isRight })));
}

/** In [0, 1]. */
export function escalatedShare(tasks: readonly RoutedTask[]): number {
  return tasks.filter(({ isEscalated }) => isEscalated).length / Math.max(1, tasks.length);
}

export function meanMs(tasks: readonly RoutedTask[]): number {
  return tasks.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, tasks.length);
}

/** By how much `one` is right more often than `other` on the same tasks, as a difference of shares. */
export function pairedGain(one: readonly RoutedTask[], other: readonly RoutedTask[]): MeanWithInterval {
  if (one.length !== other.length) throw new RangeError("A paired difference needs the same tasks.");
  return bootstrapMean(
    one.map(({ cluster, isRight }, at) => ({ cluster, value: Number(isRight) - Number(other[at]?.isRight) })),
  );
}
