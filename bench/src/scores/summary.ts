/** Rows as tables: one line a model and cell. */
import { BenchError } from "../bench.js";
import { mean, median, rounded } from "../statistics.js";
import { CELLS, type Cell, isSameCell } from "./cells.js";
import type { Row } from "./rows.js";

/** Percentages in [0, 100]; standard errors in percentage points; times in milliseconds over all requests of the cell. */
export interface CellSummary extends Cell {
  readonly model: string;
  readonly tasks: number;
  readonly exact: number;
  readonly exactPercent: number;
  readonly exactStandardError: number;
  /** In [0, 1], the mean over all tasks. */
  readonly editSimilarity: number;
  readonly editSimilarityStandardError: number;
  /** Tasks without a suggestion, which count as wrong. */
  readonly withoutSuggestion: number;
  readonly meanMs: number;
  readonly medianMs: number;
}

export interface ModelSummary {
  readonly model: string;
  readonly fileMb: number;
  readonly requests: number;
  readonly meanMs: number;
  readonly medianMs: number;
  readonly meanRetrieveMs: number;
  readonly meanPromptTokens: number;
  /** Of the prompt, up to the pass that gives the first token. */
  readonly evaluatedTokensPerSecond: number | null;
  /** Of the answer after that pass, drafts included. */
  readonly generatedTokensPerSecond: number | null;
}

/**
 * The cells that `rows` hold, each of which must have `tasks` tasks of its kind: a row that is missing would make a rate look better.
 */
export function cellSummaries(
  rows: readonly Row[],
  models: readonly string[],
  tasksOf: (cell: Cell) => number,
): readonly CellSummary[] {
  return models.flatMap((model) =>
    CELLS.flatMap((cell) => {
      const own = rows.filter((row) => row.model === model && isSameCell(row, cell));
      if (own.length === 0) return [];
      if (own.length !== tasksOf(cell) || new Set(own.map((row) => row.task)).size !== own.length)
        throw new BenchError(
          `${model} has ${own.length} rows for the ${tasksOf(cell)} tasks of ${cell.kind}, ${cell.context}, ${cell.retrieval} retrieval: no table is printed.`,
        );
      return [{ model, ...cell, ...summaryOf(own) }];
    }),
  );
}

function summaryOf(rows: readonly Row[]): Omit<CellSummary, keyof Cell | "model"> {
  const exact = rows.filter((row) => row.isExact).length;
  const similarities = rows.map((row) => row.editSimilarity);
  const times = rows.map((row) => row.totalMs);
  return {
    tasks: rows.length,
    exact,
    exactPercent: rounded((100 * exact) / rows.length),
    exactStandardError: rounded(100 * standardError(rows.map((row) => (row.isExact ? 1 : 0)))),
    editSimilarity: rounded(mean(similarities), 4),
    editSimilarityStandardError: rounded(standardError(similarities), 4),
    withoutSuggestion: rows.filter((row) => row.answer === null).length,
    meanMs: rounded(mean(times)),
    medianMs: rounded(median(times)),
  };
}

/** Of the mean: the values' standard deviation over the root of their number. */
export function standardError(values: readonly number[]): number {
  const average = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - average) ** 2)) / values.length);
}

/** How often each outcome came, most frequent first. */
export function outcomesOf(rows: readonly Row[], model: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const row of rows) if (row.model === model) counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)));
}

export function modelSummary(
  rows: readonly Row[],
  { label, fileBytes }: { label: string; fileBytes: number },
): ModelSummary {
  const own = rows.filter((row) => row.model === label);
  const sum = (value: (row: Row) => number) => own.reduce((total, row) => total + value(row), 0);
  const rate = (tokens: number, ms: number) => (tokens === 0 || ms === 0 ? null : rounded((1000 * tokens) / ms, 1));
  const times = own.map((row) => row.totalMs);
  return {
    model: label,
    fileMb: rounded(fileBytes / 1e6, 1),
    requests: own.length,
    meanMs: rounded(mean(times)),
    medianMs: rounded(median(times)),
    meanRetrieveMs: rounded(mean(own.map((row) => row.retrieveMs))),
    meanPromptTokens: rounded(mean(own.map((row) => row.promptTokens)), 0),
    evaluatedTokensPerSecond: rate(
      sum((row) => row.evaluatedTokens),
      sum((row) => row.evaluateMs),
    ),
    generatedTokensPerSecond: rate(
      sum((row) => row.laterTokens),
      sum((row) => row.laterMs),
    ),
  };
}
