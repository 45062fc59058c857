/** The tasks that a command is about: of which benchmark, from where, and which of them. */
import type { Benchmark, BenchmarkTask, Setting } from "@nearfirst/eval";
import { quotedForShell } from "@nearfirst/node";
import { UsageError } from "../usage-error.js";
import type { EvaluationPackage } from "./evaluation-package.js";

export interface TasksOptions {
  readonly data?: string;
  readonly anyData?: true;
  readonly limit?: number;
  readonly seed: number;
  readonly setting?: Setting;
  /** LSP language identifiers, for tasks that are drawn from a repository; none means all. */
  readonly language: readonly string[];
}

export interface ChosenTasks {
  readonly tasks: readonly BenchmarkTask[];
  /** Of the benchmark, those that were drawn among them. */
  readonly all: readonly BenchmarkTask[];
  /** How many the benchmark has. */
  readonly of: number;
  /** Of the sample, or of the tasks themselves; null where these are all that the benchmark has. */
  readonly seed: number | null;
  readonly dataSha256: string;
  readonly settings: readonly Setting[];
}

export async function chosenTasks(
  { openData, sampleTasks, SETTINGS }: EvaluationPackage,
  benchmark: Benchmark,
  { data, anyData, limit, seed, setting, language, signal }: TasksOptions & { readonly signal: AbortSignal },
): Promise<ChosenTasks> {
  const opened = await openData(benchmark, {
    ...(data === undefined ? {} : { path: data }),
    accept: anyData ? "any" : "published",
    ...(limit === undefined ? {} : { limit }),
    seed,
    languages: language,
    signal,
  });
  const tasks = limit === undefined ? opened.tasks : sampleTasks(opened.tasks, { limit, seed });
  return {
    tasks,
    all: opened.tasks,
    of: opened.tasks.length,
    seed: opened.isDrawn || tasks.length < opened.tasks.length ? seed : null,
    dataSha256: opened.sha256,
    settings: setting === undefined ? SETTINGS : [setting],
  };
}

/** These options again, for a command about the same tasks. */
export function toldTasks({ data, anyData, limit, seed, setting, language }: TasksOptions): string {
  return [
    ...(data === undefined ? [] : [` --data ${quotedForShell(data)}`]),
    ...(anyData ? [" --any-data"] : []),
    ...(limit === undefined ? [] : [` --limit ${limit}`]),
    ...(seed === 42 ? [] : [` --seed ${seed}`]),
    ...(setting === undefined ? [] : [` --setting ${setting}`]),
    ...language.map((each) => ` --language ${quotedForShell(each)}`),
  ].join("");
}

export function knownBenchmark({ benchmarkNamed, BENCHMARKS }: EvaluationPackage, name: string): Benchmark {
  const benchmark = benchmarkNamed(name);
  if (benchmark !== undefined) return benchmark;
  throw new UsageError(`There is no benchmark "${name}". There are ${BENCHMARKS.map((each) => each.name).join(", ")}.`);
}
