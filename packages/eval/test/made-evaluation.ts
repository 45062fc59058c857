/** An evaluation of two models whose answers are made up, for tests of tables. */
import { keyOf, type Row, type RowsHeader } from "../src/rows/row.js";
import { type JudgedRow, judgedKeyOf, textHashOf } from "../src/scores/judged-row.js";
import type { Evaluation, EvaluationFile } from "../src/tables/evaluation.js";

export interface MadeAnswer {
  readonly isRight: boolean;
  /** Of each of the first three tokens. */
  readonly confidence?: number;
  readonly isValid?: boolean;
  readonly text?: string;
  readonly ms?: number;
  /** Of the strict gate. */
  readonly strictMs?: number;
  /** Whatever else stands in the row. */
  readonly row?: Partial<Row>;
}

export interface MadeTask {
  readonly task: string;
  readonly local: MadeAnswer;
  readonly large: MadeAnswer;
}

export interface MadeEvaluationOptions {
  readonly benchmark?: string;
  readonly setting?: Row["setting"];
  readonly retrieval?: RowsHeader["settings"]["retrieval"];
}

export function madeEvaluation(tasks: readonly MadeTask[], options: MadeEvaluationOptions = {}): Evaluation {
  const side = (name: "local" | "large") =>
    madeFile(
      name,
      tasks.map((each) => ({ task: each.task, ...each[name] })),
      options,
    );
  return {
    files: [side("local"), side("large")],
    names: { local: ["local"], large: ["large"] },
    sources: new Map(),
    embeddings: new Map(),
    networkMs: 200,
    command: "nearfirst eval report rows",
  };
}

export function madeFile(
  name: string,
  answers: readonly (MadeAnswer & { readonly task: string })[],
  {
    benchmark = "humaneval-infilling-single-line",
    setting = "left-and-right",
    retrieval = "off",
    method,
    repeat,
  }: MadeEvaluationOptions & { readonly method?: string; readonly repeat?: number } = {},
): EvaluationFile {
  const rows = answers.map((each) => rowOf(each, setting));
  const judged = answers.map((each) => judgedOf(each, setting));
  return {
    path: `${name}.jsonl`,
    stem: name,
    header: { ...headerOf(name, { benchmark, retrieval, method }), ...(repeat === undefined ? {} : { repeat }) },
    rows: new Map(rows.map((row) => [keyOf(row), row])),
    judged: new Map(rows.map((row, at) => [judgedKeyOf(row), judged[at] as JudgedRow])),
    signals: [],
  };
}

function headerOf(
  name: string,
  {
    benchmark,
    retrieval,
    method,
  }: Required<Pick<MadeEvaluationOptions, "benchmark" | "retrieval">> & { readonly method: string | undefined },
): RowsHeader {
  return {
    format: 1,
    benchmark,
    dataSha256: "0".repeat(64),
    model: {
      name,
      fileBytes: 1_000_000,
      sha256: name.replace(/\..*/, "").padEnd(64, "0"),
      identity: `${name} [2048,"fim"]`,
    },
    settings: { contextTokens: 2048, threads: 1, draftWeight: 0, retrieval },
    nearfirst: "0.1.0",
    ...(method === undefined ? {} : { method: { name: method, options: {} } }),
    machine: {},
  };
}

function rowOf(
  {
    task,
    confidence = 0.5,
    isValid = true,
    text = "x",
    ms = 100,
    strictMs,
    row = {},
  }: MadeAnswer & { readonly task: string },
  setting: Row["setting"],
): Row {
  const tokens = [" ", "x", "\n"].map((each) => ({ text: each, probability: confidence, fromDraft: false }));
  const sure = { tokens: 3, geometricMean: confidence, arithmeticMean: confidence };
  const verdict = isValid ? "valid" : "invalid";
  return {
    task,
    setting,
    outcome: "suggested",
    text,
    tokens,
    stopReason: "line",
    rules: [],
    syntax: { live: verdict, strict: verdict },
    facts: {
      trigger: "explicit",
      languageId: "python",
      rejection: null,
      lot: 0.5,
      confidence: sure,
      wholeConfidence: sure,
      syntax: verdict,
      isBlank: false,
    },
    promptTokens: 10,
    passes: 4,
    draft: null,
    ms: {
      total: ms,
      firstTokens: ms / 2,
      engine: ms,
      ...(strictMs === undefined ? {} : { strict: strictMs }),
    },
    ...row,
  };
}

function judgedOf(
  { task, isRight, text = "x" }: MadeAnswer & { readonly task: string },
  setting: Row["setting"],
): JudgedRow {
  return {
    task,
    setting,
    textHash: textHashOf(text),
    verdict: isRight ? "passed" : "failed",
    error: isRight ? null : "AssertionError",
    isExact: isRight,
    editSimilarity: isRight ? 1 : 0.5,
    ms: 5,
  };
}
