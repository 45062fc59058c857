/** `nearfirst eval run`: asks a model for every task of a benchmark, and keeps a row for each. */
import { quotedForShell } from "@nearfirst/node";
import { type EvaluationPackage, evaluationPackage } from "../evaluate/evaluation-package.js";
import {
  type ChosenTasks,
  chosenTasks,
  knownBenchmark,
  type TasksOptions,
  toldTasks,
} from "../evaluate/evaluation-tasks.js";
import { endInterrupted, interruptSignal, WORK_GRACE_MS } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { EXIT, UsageError } from "../usage-error.js";
import { NEARFIRST_VERSION } from "../version.js";

export interface EvalRunOptions extends TasksOptions {
  readonly benchmark: string;
  readonly out: string;
  readonly model: string;
  readonly threads: number;
  readonly parallel: number;
  /** False with --no-drafts. */
  readonly drafts: boolean;
  /** False with --no-retrieval. */
  readonly retrieval: boolean;
  /** How to ask, where not as the product does. */
  readonly method?: string;
  readonly answers?: string;
  readonly embeddings?: string;
  /** A model, as --model names it. */
  readonly drafter?: string;
  /** The path of a sentence model. */
  readonly embedder?: string;
  /** Which run of the same. */
  readonly repeat: number;
}

export async function runEvalRun(options: EvalRunOptions): Promise<number> {
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  try {
    await askForAll(options, signal);
    return EXIT.ok;
  } catch (thrown) {
    return endInterrupted(thrown, signal, `What is in ${options.out} is kept: the same command goes on from there.`);
  }
}

async function askForAll(options: EvalRunOptions, signal: AbortSignal): Promise<void> {
  const { out, model, threads, parallel, drafts, retrieval, repeat } = options;
  const evaluation = await evaluationPackage();
  const benchmark = knownBenchmark(evaluation, options.benchmark);
  const chosen = await chosenTasks(evaluation, benchmark, { ...options, signal });
  const { settings, dataSha256 } = chosen;
  const tasks = evaluation.byRepository(chosen.tasks);
  const method = await methodOf(evaluation, chosen, options);
  const { runners, ...madeWith } = await evaluation.openRunners({
    model,
    threads,
    draftWeight: drafts ? null : 0,
    parallel,
    retrieval: retrieval && benchmark.kind === "repositories" ? "on" : "off",
    method,
    languageIds: [...new Set(tasks.map(({ languageId }) => languageId))],
  });
  const total = tasks.length * settings.length;
  let bar: ProgressBar | null = null;
  try {
    const header = {
      format: 1,
      benchmark: benchmark.name,
      dataSha256,
      nearfirst: NEARFIRST_VERSION,
      ...madeWith,
      ...(method === null ? {} : { method: method.header }),
      ...(repeat === 1 ? {} : { repeat }),
    } as const;
    const store = evaluation.openRows(out, evaluation.ROWS_FORMAT, {
      header,
      differenceFrom: (old) => evaluation.differenceOf(old, header),
      onNotice: (notice) => process.stderr.write(`${notice}\n`),
    });
    const doneBefore = tasks.flatMap(({ id }) =>
      settings.filter((setting) => store.known.has(evaluation.keyOf({ task: id, setting }))),
    );
    bar = new ProgressBar({ total, doneBefore: doneBefore.length, things: "rows" });
    await evaluation.runTasks(tasks, { settings, store, runners, signal, onProgress: (done) => bar?.show(done) });
    bar.end();
    const next = `nearfirst eval score ${quotedForShell(out)}${toldTasks(options)}`;
    process.stderr.write(`${total} rows are in ${out}: \`${next}\` judges them.\n`);
  } finally {
    bar?.end();
    await Promise.all(runners.map((runner) => runner.close()));
  }
}

async function methodOf(
  { askingMethod, ASKING_METHODS, drafterFile, embedderFile }: EvaluationPackage,
  { all, dataSha256 }: ChosenTasks,
  { method, answers, embeddings, drafter, embedder }: EvalRunOptions,
) {
  if (method === undefined) return null;
  const found = askingMethod(method, {
    tasks: all,
    dataSha256,
    ...(answers === undefined ? {} : { answers }),
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(drafter === undefined ? {} : { drafter: await drafterFile(drafter) }),
    ...(embedder === undefined ? {} : { embedder: await embedderFile(embedder) }),
  });
  if (found === null) throw new UsageError(`There is no method "${method}". There are ${ASKING_METHODS.join(", ")}.`);
  return found;
}
