/** `nearfirst eval embed`: embeddings of a benchmark's tasks, for the routers that look at the task alone. */
import { evaluationPackage } from "../evaluate/evaluation-package.js";
import { chosenTasks, knownBenchmark } from "../evaluate/evaluation-tasks.js";
import { endInterrupted, interruptSignal, WORK_GRACE_MS } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface EvalEmbedOptions {
  readonly benchmark: string;
  readonly model: string;
  readonly out: string;
  readonly data?: string;
  readonly anyData?: true;
}

export async function runEvalEmbed({ benchmark: name, model, out, ...given }: EvalEmbedOptions): Promise<number> {
  // By that ending tables and reports know what is no rows.
  if (!out.endsWith(".embeddings.jsonl"))
    throw new UsageError(`Name --out so that it is found among rows: ${out.replace(/\.jsonl$/, "")}.embeddings.jsonl.`);
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  const evaluation = await evaluationPackage();
  const benchmark = knownBenchmark(evaluation, name);
  let bar: ProgressBar | null = null;
  try {
    const { tasks, dataSha256 } = await chosenTasks(evaluation, benchmark, {
      ...given,
      seed: 42,
      language: [],
      signal,
    });
    await evaluation.embedTasks({
      benchmark: benchmark.name,
      dataSha256,
      tasks,
      modelPath: model,
      out,
      signal,
      onProgress: (done) => {
        bar ??= new ProgressBar({ total: tasks.length, doneBefore: done - 1, things: "tasks" });
        bar.show(done);
      },
      onNotice: (notice) => process.stderr.write(`${notice}\n`),
    });
    return EXIT.ok;
  } catch (thrown) {
    return endInterrupted(thrown, signal, `What is in ${out} is kept: the same command goes on from there.`);
  } finally {
    (bar as ProgressBar | null)?.end();
  }
}
