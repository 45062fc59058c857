/**
 * The published data in the sandbox: every canonical solution passes, every emptied one fails but for those listed. The data are
 * not in the repository: NEARFIRST_BENCHMARKS names the folder that has them.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sampleTasks } from "../../rows/sample-tasks.js";
import { openSandbox } from "../../sandbox/open-sandbox.js";
import type { BenchmarkTask } from "../benchmark.js";
import { benchmarkNamed } from "../benchmarks.js";
import { openData } from "../open-data.js";
import { EMPTIED_BUT_PASSING } from "./emptied-but-passing.js";

const folder = process.env["NEARFIRST_BENCHMARKS"] ?? "";
const { signal } = new AbortController();

function hasData(fileName: string): boolean {
  const isThere = folder !== "" && existsSync(join(folder, fileName));
  if (!isThere) console.warn(`SKIPPED: NEARFIRST_BENCHMARKS names no folder with ${fileName}.`);
  return isThere;
}

async function tasksOf(name: string): Promise<readonly BenchmarkTask[]> {
  const benchmark = benchmarkNamed(name);
  if (benchmark === undefined) throw new Error(`there is no ${name}`);
  return (await openData(benchmark, { path: folder, accept: "published", signal })).tasks;
}

/** Ids of the tasks that do not pass with what `textOf` puts into the hole, with how they end. */
async function failing(tasks: readonly BenchmarkTask[], textOf: (task: BenchmarkTask) => string) {
  const sandbox = await openSandbox(signal);
  const ends = new Map<string, string>();
  const left = [...tasks];
  const work = async () => {
    for (let task = left.pop(); task !== undefined; task = left.pop()) {
      const { kind } = await task.judge(textOf(task), sandbox, signal);
      if (kind !== "passed") ends.set(task.id, kind);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ends;
}

it.runIf(hasData("HumanEval-SingleLineInfilling.jsonl.gz"))(
  "all single-line solutions pass, and all emptied ones fail but for the listed",
  async () => {
    const tasks = await tasksOf("humaneval-infilling-single-line");
    expect(tasks).toHaveLength(1_033);
    expect(await failing(tasks, ({ target }) => target)).toEqual(new Map());
    const emptied = await failing(tasks, () => "");
    expect(tasks.map(({ id }) => id).filter((id) => !emptied.has(id))).toEqual([...sortedAs(tasks)]);
  },
  3_600_000,
);

it.runIf(hasData("HumanEval-MultiLineInfilling.jsonl.gz"))(
  "of the 5,815 multi-line solutions a seeded 500 pass",
  async () => {
    const tasks = await tasksOf("humaneval-infilling-multi-line");
    expect(tasks).toHaveLength(5_815);
    expect(await failing(sampleTasks(tasks, { limit: 500, seed: 42 }), ({ target }) => target)).toEqual(new Map());
  },
  3_600_000,
);

function sortedAs(tasks: readonly BenchmarkTask[]): readonly string[] {
  return tasks.map(({ id }) => id).filter((id) => EMPTIED_BUT_PASSING.has(id));
}
