/** Runs what the rows hold, several at a time; what was judged before is not run again. */
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { Row } from "../rows/row.js";
import type { RowStore } from "../rows/row-file.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import { type JudgedRow, judgedKeyOf, textHashOf } from "./judged-row.js";
import { repoEvalSimilarityOf, similarityOf } from "./similarity.js";

export interface TaskRow {
  readonly task: BenchmarkTask;
  readonly row: Row;
}

export interface JudgedTaskRow extends TaskRow {
  readonly judged: JudgedRow;
}

export interface JudgeRowsOptions {
  readonly sandbox: Sandbox;
  readonly store: RowStore<JudgedRow>;
  /** Programs at one time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** In the order of `rows`. Rejects with the signal's reason once aborted, and for what ends one judgement; then nothing runs any more. */
export async function judgeRows(
  rows: readonly TaskRow[],
  { sandbox, store, parallel, signal, onProgress }: JudgeRowsOptions,
): Promise<readonly JudgedTaskRow[]> {
  const left = rows.filter(({ row }) => !store.known.has(judgedKeyOf(row)));
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  let done = rows.length - left.length;
  const work = async () => {
    for (let each = left[next++]; each !== undefined; each = left[next++]) {
      stop.throwIfAborted();
      store.add(await judgeRow(each, sandbox, stop));
      onProgress(++done);
    }
  };
  const ends = Array.from({ length: parallel }, () => work().catch((thrown: unknown) => failed.abort(thrown)));
  await Promise.all(ends);
  stop.throwIfAborted();
  return rows.map((each) => ({ ...each, judged: store.known.get(judgedKeyOf(each.row)) as JudgedRow }));
}

/** How many of the rows were judged before. */
export function judgedBefore(rows: readonly TaskRow[], store: RowStore<JudgedRow>): number {
  return rows.filter(({ row }) => store.known.has(judgedKeyOf(row))).length;
}

async function judgeRow({ task, row }: TaskRow, sandbox: Sandbox, signal: AbortSignal): Promise<JudgedRow> {
  const { text, setting } = row;
  const { kind, error, ms } =
    text === null ? { kind: "no-suggestion" as const, error: null, ms: 0 } : await task.judge(text, sandbox, signal);
  return {
    task: task.id,
    setting,
    textHash: textHashOf(text),
    verdict: kind,
    error,
    ...similarityOf(text, task.target),
    ...(task.place === null ? {} : { repoEval: repoEvalSimilarityOf(text, task.target) }),
    ms: Math.round(ms),
  };
}
