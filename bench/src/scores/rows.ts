/**
 * Rows of a run: one for each task, condition and model. On disk a JSON object a line, after a first line that says what
 * the rows were made with; written as they come to `FILE.part`, which takes the place of `FILE` once all are there.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { BenchError } from "../bench.js";
import { type Cell, CONTEXTS, RETRIEVALS } from "./cells.js";
import type { Answerer } from "./models.js";
import { KINDS } from "./tasks.js";

export interface Row extends Cell {
  readonly task: string;
  /** The answerer's label. */
  readonly model: string;
  /** `suggested`, or the kind and the reason of an outcome without a suggestion. */
  readonly outcome: string;
  readonly isExact: boolean;
  /** In [0, 1]. */
  readonly editSimilarity: number;
  readonly answer: string | null;
  readonly totalMs: number;
  readonly retrieveMs: number;
  readonly snippets: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** Tokens of the prompt that were evaluated, and the time until the first pass that gave a token of the answer. */
  readonly evaluatedTokens: number;
  readonly evaluateMs: number;
  /** Tokens that came after that pass, and their time. */
  readonly laterTokens: number;
  readonly laterMs: number;
  /** Both papers' confidence, in [0, 1]. */
  readonly geometricMean: number | null;
  readonly arithmeticMean: number | null;
  readonly stopReason: string | null;
}

/** What rows must share to stand in one file. */
export interface RunSettings {
  readonly format: 1;
  readonly tasksSha256: string;
  readonly maxTokens: number;
  readonly contextTokens: number;
  readonly threads: number | "auto";
  /** Null for what the models' cards say. */
  readonly draftWeight: number | null;
}

export interface RunHeader {
  readonly run: RunSettings;
  readonly models: readonly Answerer[];
  /** What the rows were made on, and by which versions: to be read by people. */
  readonly machine: Readonly<Record<string, string | number>>;
}

export interface RowsContent {
  readonly header: RunHeader;
  readonly rows: readonly Row[];
}

/** Identifies a row in its file. */
export function keyOf({
  model,
  task,
  context,
  retrieval,
}: Pick<Row, "model" | "task" | "context" | "retrieval">): string {
  return [model, task, context, retrieval].join("\0");
}

/** Throws a `BenchError` where the file is not one of rows; a last line that was cut off is left out. */
export function readRows(path: string): RowsContent {
  const content = contentOf(path);
  if (content === null) throw new BenchError(`There is no file ${path}.`);
  return parseRows(content, path);
}

function parseRows(content: string, path: string): RowsContent {
  const lines = content.split("\n").slice(0, -1);
  const [header, ...rows] = lines.map((line, at) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw new BenchError(`${path}:${at + 1} is no row. Delete the file and run the bench again.`, 1, cause);
    }
  });
  if (!isHeader(header) || !rows.every(isRow))
    throw new BenchError(`${path} does not hold rows of this bench. Name another file, or delete it.`);
  return { header, rows };
}

function isHeader(value: unknown): value is RunHeader {
  const { run, models } = (value ?? {}) as Partial<RunHeader>;
  return run?.format === 1 && Array.isArray(models);
}

function isRow(value: unknown): value is Row {
  const row = (value ?? {}) as Partial<Row>;
  return (
    typeof row.task === "string" &&
    typeof row.model === "string" &&
    typeof row.outcome === "string" &&
    typeof row.isExact === "boolean" &&
    KINDS.some((each) => each === row.kind) &&
    CONTEXTS.some((each) => each === row.context) &&
    RETRIEVALS.some((each) => each === row.retrieval)
  );
}

/** All that is known already, and a place for new rows. */
export interface RowStore {
  readonly known: ReadonlyMap<string, Row>;
  add(row: Row): void;
  /** The rows are whole: `FILE.part` becomes `FILE`. */
  finish(): void;
  /** Leaves `FILE.part` to be gone on with. */
  close(): void;
}

/** `path`: null keeps the rows in memory. Throws a `BenchError` where the file's rows were made with other settings. */
export function openRows(path: string | null, header: RunHeader): RowStore {
  if (path === null) return inMemory();
  const part = `${path}.part`;
  // The part holds the file's rows too.
  const [from, content] = [part, path]
    .map((each) => [each, contentOf(each)] as const)
    .find(([, text]) => text !== null) ?? [path, null];
  const old = content === null ? null : parseRows(content, from);
  const known = new Map(old?.rows.map((row) => [keyOf(row), row]));
  const models = old === null ? header.models : joined(old.header, header, from);
  let file: number | null = null;
  return {
    known,
    add(row) {
      file ??= begin(part, { ...header, models }, [...known.values()]);
      known.set(keyOf(row), row);
      write(file, [row], part);
    },
    finish() {
      if (file === null && from === path) return;
      file ??= openSync(part, "a");
      fsyncSync(file);
      closeSync(file);
      file = null;
      renameSync(part, path);
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function inMemory(): RowStore {
  const known = new Map<string, Row>();
  return { known, add: (row) => known.set(keyOf(row), row), finish: () => undefined, close: () => undefined };
}

/** The models of both; one label stands for one file and prompt. */
function joined(old: RunHeader, header: RunHeader, path: string): readonly Answerer[] {
  const settings = Object.entries(header.run).find(([key, value]) => old.run[key as keyof RunSettings] !== value);
  if (settings !== undefined)
    throw new BenchError(
      `The rows in ${path} were made with ${settings[0]} ${old.run[settings[0] as keyof RunSettings]}, not ${settings[1]}. ` +
        "Name another file with --rows, or delete it.",
    );
  for (const model of header.models) {
    const same = old.models.find((each) => each.label === model.label);
    if (same !== undefined && same.sha256 !== model.sha256)
      throw new BenchError(
        `The rows in ${path} are of another model file ${model.label}. Name another file with --rows, or delete it.`,
      );
  }
  return [...old.models, ...header.models.filter((model) => !old.models.some((each) => each.label === model.label))];
}

/** Writes the part anew, with what is known, and leaves it open at its end. */
function begin(part: string, header: RunHeader, rows: readonly Row[]): number {
  const beginning = `${part}.new`;
  try {
    writeFileSync(beginning, [header, ...rows].map((each) => `${JSON.stringify(each)}\n`).join(""));
    renameSync(beginning, part);
    return openSync(part, "a");
  } catch (thrown) {
    throw unwritable(part, thrown);
  }
}

function write(file: number, rows: readonly Row[], part: string): void {
  try {
    for (const row of rows) writeSync(file, `${JSON.stringify(row)}\n`);
  } catch (thrown) {
    throw unwritable(part, thrown);
  }
}

function unwritable(part: string, thrown: unknown): BenchError {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new BenchError(
    `The rows cannot be written: ${detail}. What is in ${part} stays; run the same command again to go on.`,
    1,
    thrown,
  );
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return null;
    throw new BenchError(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}.`, 1, thrown);
  }
}
