/** `nearfirst eval score`: judges what a model wrote, by running it where it can be run, and prints how much of it is right. */
import type { JudgedTaskRow, RowsHeader } from "@nearfirst/eval";
import { type EvaluationPackage, evaluationPackage } from "../evaluate/evaluation-package.js";
import type { ChosenTasks, TasksOptions } from "../evaluate/evaluation-tasks.js";
import { type Judging, openJudging } from "../evaluate/open-judging.js";
import { rowsOfFile } from "../evaluate/rows-of-file.js";
import { type ScoreReport, scoreLines } from "../evaluate/score-lines.js";
import { endInterrupted, interruptSignal, WORK_GRACE_MS } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { jsonText } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface EvalScoreOptions extends TasksOptions {
  readonly parallel?: number;
  /** For one's own repository: judges by it, and runs it as it is. */
  readonly testCommand?: string;
  readonly testTimeoutS: number;
  readonly json?: true;
}

export async function runEvalScore(path: string, options: EvalScoreOptions): Promise<number> {
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  const evaluation = await evaluationPackage();
  try {
    const { header, benchmark, chosen, wanted } = await rowsOfFile(evaluation, path, { ...options, signal });
    const judging = await openJudging(evaluation, benchmark, chosen.tasks, { ...options, signal });
    try {
      const rows = wanted(judging.tasks, chosen.settings);
      const judged = await judge(rows, { evaluation, header, path, judging, signal });
      const report = reportOf(header, chosen, {
        judgedBy: judging.judgedBy,
        sandbox: judging.sandbox.name,
        scores: evaluation.settingScores(judged),
      });
      process.stdout.write(options.json ? `${jsonText(report)}\n` : `${scoreLines(report).join("\n")}\n`);
    } finally {
      await judging.close();
    }
    return EXIT.ok;
  } catch (thrown) {
    return endInterrupted(thrown, signal, "What was judged is kept: the same command goes on from there.");
  }
}

interface JudgeOptions {
  readonly evaluation: EvaluationPackage;
  readonly header: RowsHeader;
  readonly path: string;
  readonly judging: Judging;
  readonly signal: AbortSignal;
}

async function judge(
  rows: ReturnType<EvaluationPackage["wantedRows"]>,
  { evaluation, header, path, judging: { sandbox, parallel }, signal }: JudgeOptions,
): Promise<readonly JudgedTaskRow[]> {
  const judgedHeader = evaluation.judgedHeaderOf(header, sandbox.name);
  const store = evaluation.openRows(evaluation.judgedPathOf(path), evaluation.JUDGED_FORMAT, {
    header: judgedHeader,
    differenceFrom: (old) => evaluation.judgedDifferenceOf(old, judgedHeader),
    goesOnWithPacked: true,
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  const bar = new ProgressBar({
    total: rows.length,
    doneBefore: evaluation.judgedBefore(rows, store),
    things: "answers",
  });
  try {
    return await evaluation.judgeRows(rows, {
      sandbox,
      store,
      parallel,
      signal,
      onProgress: (done) => bar.show(done),
    });
  } finally {
    bar.end();
  }
}

function reportOf(
  { benchmark, dataSha256, model, settings, nearfirst, machine }: RowsHeader,
  { tasks, of, seed }: ChosenTasks,
  { judgedBy, sandbox, scores }: Pick<ScoreReport, "judgedBy" | "sandbox" | "scores">,
): ScoreReport {
  return {
    benchmark,
    dataSha256,
    tasks: tasks.length,
    of,
    seed,
    model: { name: model.name, fileBytes: model.fileBytes, sha256: model.sha256 },
    settings,
    nearfirst,
    machine,
    judgedBy,
    sandbox,
    scores,
  };
}
