/** Every operating point of a method that gives each task a score: the lowest scores go to the large model first. */
import type { PairedTask } from "./pair.js";
import type { RoutedTask, RouteOptions } from "./routed-task.js";

export interface CurvePoint {
  readonly escalatedShare: number;
  readonly rightShare: number;
}

export interface ScoredOptions extends Pick<RouteOptions, "measure" | "networkMs"> {
  /** From this score on a task stays local. */
  readonly threshold: number;
  /** Before: the local model is not asked where the large one is. After: it is, and its time counts. */
  readonly decides: "before" | "after";
}

/** `scores`: of each task, the higher the surer of the local model. */
export function routeByScore(
  tasks: readonly PairedTask[],
  scores: readonly number[],
  { measure, networkMs, threshold, decides }: ScoredOptions,
): readonly RoutedTask[] {
  return tasks.map(({ cluster, evaluated, local, large }, at) => {
    const isEscalated = (scores[at] as number) < threshold;
    const { local: own, large: other } = evaluated[measure];
    const right = (isEscalated ? other : own).isRight;
    return {
      cluster,
      isRight: right,
      isFirstRight: right,
      isEscalated,
      isAfterRejection: false,
      editSimilarity: (isEscalated ? large : local).judged.editSimilarity,
      ms: isEscalated ? other.ms + networkMs + (decides === "after" ? own.ms : 0) : own.ms,
    };
  });
}

/** From nothing escalated to everything; tasks with the same score go together. */
export function scoredCurve(
  tasks: readonly PairedTask[],
  scores: readonly number[],
  { measure }: Pick<RouteOptions, "measure">,
): readonly CurvePoint[] {
  const order = tasks.map((_, at) => at).sort((one, other) => (scores[one] as number) - (scores[other] as number));
  let right = tasks.filter(({ evaluated }) => evaluated[measure].local.isRight).length;
  const points: CurvePoint[] = [{ escalatedShare: 0, rightShare: right / tasks.length }];
  for (const [rank, at] of order.entries()) {
    const { local, large } = (tasks[at] as PairedTask).evaluated[measure];
    right += Number(large.isRight) - Number(local.isRight);
    const next = order[rank + 1];
    if (next !== undefined && scores[next] === scores[at]) continue;
    points.push({ escalatedShare: (rank + 1) / tasks.length, rightShare: right / tasks.length });
  }
  return points;
}

/** The mean of the curve over all shares of escalation, by straight lines between its points. */
export function areaUnder(points: readonly CurvePoint[]): number {
  return points.slice(1).reduce((sum, { escalatedShare, rightShare }, at) => {
    const before = points[at] as CurvePoint;
    return sum + ((rightShare + before.rightShare) / 2) * (escalatedShare - before.escalatedShare);
  }, 0);
}
