/** `nearfirst eval signals`: what a linter and a type checker of the user's say of the programs that a model completed. */
import type { RowsHeader, SignalTool, TaskRow } from "@nearfirst/eval";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { type EvaluationPackage, evaluationPackage } from "../evaluate/evaluation-package.js";
import type { TasksOptions } from "../evaluate/evaluation-tasks.js";
import { rowsOfFile } from "../evaluate/rows-of-file.js";
import { endInterrupted, interruptSignal, WORK_GRACE_MS } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface EvalSignalsOptions extends TasksOptions {
  /** Commands, by name or path; true for the usual one. */
  readonly linter?: string | true;
  readonly types?: string | true;
}

export async function runEvalSignals(path: string, options: EvalSignalsOptions): Promise<number> {
  const { linter, types } = options;
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  const evaluation = await evaluationPackage();
  const asked = [
    { tool: evaluation.LINTER, command: linter },
    { tool: evaluation.TYPE_CHECKER, command: types },
  ].flatMap(({ tool, command }) =>
    command === undefined ? [] : [{ tool, command: command === true ? tool.name : command }],
  );
  if (asked.length === 0) throw new UsageError("Name what to ask: --linter, --types or both.");
  try {
    const { header, chosen, wanted } = await rowsOfFile(evaluation, path, { ...options, signal });
    const rows = wanted(chosen.tasks, chosen.settings);
    if (evaluation.askable(rows).length === 0)
      throw new UsageError(`${path} has no suggestion in Python, the language of these tools.`);
    for (const each of asked) await ask(rows, { ...each, evaluation, header, path, signal });
    return EXIT.ok;
  } catch (thrown) {
    return endInterrupted(thrown, signal, "What was found is kept: the same command goes on from there.");
  }
}

interface AskOptions {
  readonly evaluation: EvaluationPackage;
  readonly tool: SignalTool;
  readonly command: string;
  readonly header: RowsHeader;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function ask(
  rows: readonly TaskRow[],
  { evaluation, tool, command, header, path, signal }: AskOptions,
): Promise<void> {
  const opened = await evaluation.openTool(tool, command, signal);
  const { name, installedVersion: version, rules } = opened;
  const signalsHeader = evaluation.signalsHeaderOf(header, { name, version, rules });
  const store = evaluation.openRows(evaluation.signalsPathOf(path, name), evaluation.SIGNALS_FORMAT, {
    header: signalsHeader,
    differenceFrom: (old) => evaluation.signalsDifferenceOf(old, signalsHeader),
    goesOnWithPacked: true,
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  const wanted = evaluation.askable(rows);
  const doneBefore = wanted.filter(({ row }) => store.known.has(evaluation.signalKeyOf(row))).length;
  const bar = new ProgressBar({ total: wanted.length, doneBefore, things: `answers by ${name}` });
  const parser = new WorkerSyntaxParser();
  try {
    await evaluation.askSignals(rows, { tool: opened, parser, store, signal, onProgress: (done) => bar.show(done) });
  } finally {
    bar.end();
    await parser.close();
  }
  process.stderr.write(`What ${name} ${version} found is in ${store.path}: \`nearfirst eval table\` counts it.\n`);
}
