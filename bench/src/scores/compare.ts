/** Two models on the same tasks, cell by cell. */
import { BenchError } from "../bench.js";
import { rounded } from "../statistics.js";
import { CELLS, type Cell, isSameCell } from "./cells.js";
import { mcnemarExact } from "./mcnemar.js";
import { type Row, readRows } from "./rows.js";

export interface CellComparison extends Cell {
  /** Tasks that both have a row for. */
  readonly tasks: number;
  readonly exactFirst: number;
  readonly exactSecond: number;
  /** Tasks that only the first, only the second got right. */
  readonly wins: number;
  readonly losses: number;
  /** First less second, in percentage points, with the standard error of the paired difference. */
  readonly differencePoints: number;
  readonly differenceStandardError: number;
  /** Exact, two-sided. */
  readonly mcnemarP: number;
  /** First less second, of the mean edit similarity. */
  readonly editSimilarityDifference: number;
}

/** `FILE`, or `FILE#MODEL` where the file has rows of several models. */
export function compareFiles(first: string, second: string): object {
  const [one, other] = [rowsOf(first), rowsOf(second)];
  if (one.tasksSha256 !== other.tasksSha256)
    throw new BenchError(`${first} and ${second} are of different tasks: nothing can be compared.`);
  const cells = comparisons(one.rows, other.rows);
  const pairs = cells.reduce((sum, cell) => sum + cell.tasks, 0);
  if (pairs === 0) throw new BenchError(`${first} and ${second} have no task and condition in common.`);
  return {
    first: one.model,
    second: other.model,
    pairs,
    onlyInFirst: one.rows.length - pairs,
    onlyInSecond: other.rows.length - pairs,
    cells,
  };
}

function rowsOf(name: string): { readonly model: string; readonly rows: readonly Row[]; readonly tasksSha256: string } {
  const [path, wanted] = splitAtModel(name);
  const { header, rows } = readRows(path);
  const models = [...new Set(rows.map((row) => row.model))];
  const model = wanted ?? (models.length === 1 ? models[0] : undefined);
  if (model === undefined || !models.includes(model))
    throw new BenchError(`${path} has rows of ${models.join(", ")}: say which as ${path}#MODEL.`);
  return { model, rows: rows.filter((row) => row.model === model), tasksSha256: header.run.tasksSha256 };
}

function splitAtModel(name: string): readonly [string, string | undefined] {
  const at = name.lastIndexOf("#");
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}

export function comparisons(first: readonly Row[], second: readonly Row[]): readonly CellComparison[] {
  return CELLS.flatMap((cell) => {
    const others = new Map(second.filter((row) => isSameCell(row, cell)).map((row) => [row.task, row]));
    const pairs = first
      .filter((row) => isSameCell(row, cell))
      .flatMap((row) => {
        const other = others.get(row.task);
        return other === undefined ? [] : [[row, other] as const];
      });
    return pairs.length === 0 ? [] : [{ ...cell, ...comparisonOf(pairs) }];
  });
}

function comparisonOf(pairs: readonly (readonly [Row, Row])[]): Omit<CellComparison, keyof Cell> {
  const count = (holds: (one: Row, other: Row) => boolean) => pairs.filter(([one, other]) => holds(one, other)).length;
  const wins = count((one, other) => one.isExact && !other.isExact);
  const losses = count((one, other) => !one.isExact && other.isExact);
  const difference = (wins - losses) / pairs.length;
  return {
    tasks: pairs.length,
    exactFirst: count((one) => one.isExact),
    exactSecond: count((_, other) => other.isExact),
    wins,
    losses,
    differencePoints: rounded(100 * difference),
    // Of the mean of paired differences, each 1, 0 or -1.
    differenceStandardError: rounded(
      100 * Math.sqrt(((wins + losses) / pairs.length - difference ** 2) / pairs.length),
    ),
    mcnemarP: Number(mcnemarExact(wins, losses).toPrecision(3)),
    editSimilarityDifference: rounded(
      pairs.reduce((sum, [one, other]) => sum + one.editSimilarity - other.editSimilarity, 0) / pairs.length,
      4,
    ),
  };
}
