/** Which tasks calibrate a router, and which test it (SynConfRoute 2.4: 200 and 833 of HumanEval's 1,033, seed 42). */
import { chanceOf, shuffled } from "@nearfirst/node";
import humanEvalTasks from "./humaneval-calibration-tasks.json" with { type: "json" };
import type { PairedTask } from "./pair.js";

export interface CalibrationSplit {
  readonly calibration: readonly PairedTask[];
  readonly test: readonly PairedTask[];
  /** In words, for the table. */
  readonly how: string;
}

/** The paper's share of tasks. */
const SHARE = 200 / 1_033;
const SEED = 42;
const HUMANEVAL = new Set(humanEvalTasks);

/**
 * HumanEval's single-line tasks by our own list of 200, of other benchmarks the same share, drawn by the same seed; so too of a sample
 * that lies in our list as a whole. At least one task tests.
 */
export function calibrationSplit(tasks: readonly PairedTask[]): CalibrationSplit {
  const known = tasks.filter(({ task }) => HUMANEVAL.has(task));
  if (known.length > 0 && known.length < tasks.length)
    return splitBy(tasks, HUMANEVAL, "our list of 200 tasks (seed 42)");
  const count = Math.min(tasks.length - 1, Math.max(1, Math.round(tasks.length * SHARE)));
  return drawnSplit(tasks, { count, seed: SEED });
}

export interface DrawOptions {
  readonly count: number;
  readonly seed: number;
}

export function drawnSplit(tasks: readonly PairedTask[], { count, seed }: DrawOptions): CalibrationSplit {
  const ids = drawnIds(
    tasks.map(({ task }) => task),
    { count, seed },
  );
  return splitBy(tasks, new Set(ids), `${count} tasks drawn by seed ${seed}`);
}

/** Whole clusters, so that no function stands on both sides: a random split of tasks leaks. */
export function splitByCluster(tasks: readonly PairedTask[], { count, seed }: DrawOptions): CalibrationSplit {
  const clusters = shuffled([...new Set(tasks.map(({ cluster }) => cluster))].sort(), chanceOf(seed));
  const chosen = new Set<string>();
  let size = 0;
  for (const cluster of clusters) {
    if (size >= count) break;
    chosen.add(cluster);
    size += tasks.filter((each) => each.cluster === cluster).length;
  }
  const calibration = tasks.filter(({ cluster }) => chosen.has(cluster));
  const test = tasks.filter(({ cluster }) => !chosen.has(cluster));
  return { calibration, test, how: `${calibration.length} tasks of ${chosen.size} whole functions, seed ${seed}` };
}

/**
 * By the ids alone, from the last to the first: a sample of tasks with the same seed (`--limit`), which is drawn in the
 * benchmark's order, is not at the same time the calibration set.
 */
export function drawnIds(ids: readonly string[], { count, seed }: DrawOptions): readonly string[] {
  return shuffled([...ids].sort().reverse(), chanceOf(seed))
    .slice(0, count)
    .sort();
}

function splitBy(tasks: readonly PairedTask[], ids: ReadonlySet<string>, how: string): CalibrationSplit {
  const calibration = tasks.filter(({ task }) => ids.has(task));
  return { calibration, test: tasks.filter(({ task }) => !ids.has(task)), how };
}
