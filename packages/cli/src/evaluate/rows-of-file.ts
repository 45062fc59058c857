/** The rows that a command is about, with the tasks that they answer. */
import type { Benchmark, BenchmarkTask, RowsHeader, Setting, TaskRow } from "@nearfirst/eval";
import { UsageError } from "../usage-error.js";
import type { EvaluationPackage } from "./evaluation-package.js";
import { type ChosenTasks, chosenTasks, knownBenchmark, type TasksOptions } from "./evaluation-tasks.js";

export interface RowsOfFile {
  readonly header: RowsHeader;
  readonly benchmark: Benchmark;
  readonly chosen: ChosenTasks;
  /** Of these tasks in these settings; refuses where one is missing. */
  wanted(tasks: readonly BenchmarkTask[], settings: readonly Setting[]): readonly TaskRow[];
}

/** Throws a `UsageError` where the data are not those that the rows are of. */
export async function rowsOfFile(
  evaluation: EvaluationPackage,
  path: string,
  options: TasksOptions & { readonly signal: AbortSignal },
): Promise<RowsOfFile> {
  const { header, rows, isCutOff } = evaluation.readRows(path, evaluation.ROWS_FORMAT);
  if (isCutOff) process.stderr.write(`The last line of ${path} was cut off and is left out.\n`);
  const benchmark = knownBenchmark(evaluation, header.benchmark);
  const chosen = await chosenTasks(evaluation, benchmark, options);
  if (chosen.dataSha256 !== header.dataSha256)
    throw new UsageError(
      `The rows in ${path} are of other data (SHA-256 ${header.dataSha256}) than those that were read.`,
    );
  return { header, benchmark, chosen, wanted: (tasks, settings) => evaluation.wantedRows(tasks, settings, rows) };
}
