/** Two models' judged answers to the same tasks of one benchmark in one setting. */
import { NearfirstError } from "@nearfirst/core";
import type { EvaluatedRow } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { keyOf, type Row, type RowsHeader, type Setting } from "../rows/row.js";
import { type JudgedRow, judgedKeyOf } from "../scores/judged-row.js";
import { type JudgedRows, type Measure, pairRows } from "../sweep/pair-rows.js";

export interface JudgedAnswer {
  readonly row: Row;
  readonly judged: JudgedRow;
}

export interface PairedTask {
  readonly task: string;
  /** Of the benchmark: intervals count by it. */
  readonly cluster: string;
  /** Null where the benchmark's data were not at hand. */
  readonly source: BenchmarkTask | null;
  readonly local: JudgedAnswer;
  readonly large: JudgedAnswer;
  /** As policies are replayed on it, by what counts as right. */
  readonly evaluated: Readonly<Record<Measure, EvaluatedRow>>;
}

export interface Pair {
  readonly benchmark: string;
  readonly setting: Setting;
  readonly local: RowsHeader;
  readonly large: RowsHeader;
  readonly tasks: readonly PairedTask[];
}

export interface JudgedFile extends JudgedRows {
  readonly header: RowsHeader;
}

export interface PairOfOptions {
  readonly setting: Setting;
  /** By id; empty where the data are not at hand. */
  readonly sources: ReadonlyMap<string, BenchmarkTask>;
}

/**
 * Of the tasks of the model that answered fewer; null where that is none. Throws `file-unreadable` where the other lacks one of
 * them, or a row was not judged.
 */
export function pairOf(local: JudgedFile, large: JudgedFile, { setting, sources }: PairOfOptions): Pair | null {
  const count = ({ rows }: JudgedFile) => [...rows.values()].filter((row) => row.setting === setting).length;
  const wanted = new Set(
    [...(count(local) <= count(large) ? local : large).rows.values()].flatMap((row) =>
      row.setting === setting ? [keyOf(row)] : [],
    ),
  );
  if (wanted.size === 0) return null;
  const only = (file: JudgedFile): JudgedFile => ({
    ...file,
    rows: new Map([...file.rows].filter(([key]) => wanted.has(key))),
  });
  const [own, other] = [only(local), only(large)];
  const byTests = pairRows(own, other, { setting, measure: "tests" });
  const byExact = pairRows(own, other, { setting, measure: "exact" });
  if (byTests.length < wanted.size)
    throw new NearfirstError({
      code: "file-unreadable",
      message: `${local.header.model.name} lacks ${wanted.size - byTests.length} tasks of ${local.header.benchmark} that ${large.header.model.name} answered: both must have answered the same.`,
    });
  const tasks = byTests.map((tests, at) => ({
    task: tests.task,
    cluster: clusterOf(tests.task, sources),
    source: sources.get(tests.task) ?? null,
    local: answerOf(own, tests.task, setting),
    large: answerOf(other, tests.task, setting),
    evaluated: { tests, exact: byExact[at] as EvaluatedRow },
  }));
  return { benchmark: local.header.benchmark, setting, local: local.header, large: large.header, tasks };
}

/** Without the data: what stands before the last slash, which of HumanEval's tasks is the function. */
export function clusterOf(task: string, sources: ReadonlyMap<string, BenchmarkTask>): string {
  return sources.get(task)?.cluster ?? task.split("/").slice(0, -1).join("/");
}

export function answerOf({ rows, judged }: JudgedFile, task: string, setting: Setting): JudgedAnswer {
  const row = rows.get(keyOf({ task, setting }));
  const own = row === undefined ? undefined : judged.get(judgedKeyOf(row));
  if (row === undefined || own === undefined)
    throw new NearfirstError({
      code: "file-unreadable",
      message: `${task} has no judged row in ${setting}. Run \`nearfirst eval score\` on the file first.`,
    });
  return { row, judged: own };
}

export function isRight({ judged }: JudgedAnswer, measure: Measure): boolean {
  return measure === "tests" ? judged.verdict === "passed" : judged.isExact;
}
