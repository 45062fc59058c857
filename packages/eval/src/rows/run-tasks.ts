/** Asks for all rows that are not there yet: several at a time, in any order, to be gone on with after any end. */
import { NearfirstError } from "@nearfirst/core";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { keyOf, type Row, type Setting } from "./row.js";
import type { RowStore } from "./row-file.js";

/** Where a task runs: an engine of this machine, or, later, a queue over several machines. */
export interface TaskRunner {
  /** Rejects with the signal's reason once aborted, and where it can answer no task at all. */
  run(task: BenchmarkTask, setting: Setting, signal: AbortSignal): Promise<Row>;
  close(): Promise<void>;
}

export interface RunTasksOptions {
  readonly settings: readonly Setting[];
  readonly store: RowStore<Row>;
  /** Each answers one task at a time. */
  readonly runners: readonly TaskRunner[];
  readonly signal: AbortSignal;
  /** Called after each row with how many of all are there. */
  readonly onProgress: (done: number) => void;
}

/** So many failures one after the other are no property of the tasks: the rest would fare no better. */
const MOST_FAILURES = 5;

/** Rejects with what a runner or the store rejects with, once all runners are at rest. */
export async function runTasks(tasks: readonly BenchmarkTask[], options: RunTasksOptions): Promise<void> {
  const { settings, store, runners, signal, onProgress } = options;
  const all = tasks.flatMap((task) => settings.map((setting) => ({ task, setting })));
  const left = all.filter(({ task, setting }) => !store.known.has(keyOf({ task: task.id, setting })));
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  let done = all.length - left.length;
  let failures = 0;
  const work = async (runner: TaskRunner) => {
    for (let wanted = left[next++]; wanted !== undefined; wanted = left[next++]) {
      stop.throwIfAborted();
      const row = await runner.run(wanted.task, wanted.setting, stop);
      failures = row.outcome.startsWith("failed") ? failures + 1 : 0;
      if (failures === MOST_FAILURES) throw failing(row.outcome);
      store.add(row);
      onProgress(++done);
    }
  };
  const ends = await Promise.allSettled(
    runners.map((runner) =>
      work(runner).catch((thrown: unknown) => {
        failed.abort(thrown);
        throw thrown;
      }),
    ),
  );
  signal.throwIfAborted();
  for (const end of ends) if (end.status === "rejected") throw failed.signal.reason;
}

function failing(outcome: string): NearfirstError {
  return new NearfirstError({
    code: "engine-crashed",
    message: `The model failed ${MOST_FAILURES} times in a row (${outcome}). \`nearfirst doctor\` says why; take the rows with "failed" out of the file, and their tasks are asked again.`,
  });
}
