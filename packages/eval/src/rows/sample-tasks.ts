import { chanceOf, shuffled } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";

/** Tasks of one repository one after the other, for its index is opened once; else in their order. */
export function byRepository(tasks: readonly BenchmarkTask[]): readonly BenchmarkTask[] {
  const groups = new Map<string, BenchmarkTask[]>();
  for (const task of tasks) {
    const root = task.place?.root ?? "";
    const group = groups.get(root) ?? [];
    groups.set(root, group);
    group.push(task);
  }
  return [...groups.values()].flat();
}

/** So many tasks, drawn by `seed`, in the benchmark's order; a larger sample of the same seed holds the smaller one. */
export function sampleTasks(
  tasks: readonly BenchmarkTask[],
  { limit, seed }: { readonly limit: number; readonly seed: number },
): readonly BenchmarkTask[] {
  const drawn = new Set(shuffled(tasks, chanceOf(seed)).slice(0, limit));
  return tasks.filter((task) => drawn.has(task));
}
