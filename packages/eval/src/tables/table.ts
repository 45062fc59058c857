/** One of the papers' tables or figures, or a study that they have in prose, made from rows. */
import type { FigureSpec } from "../plots/figure-spec.js";
import type { Cell } from "./cell.js";
import type { Evaluation } from "./evaluation.js";

export interface EvaluationTable {
  /** As on the command line: `synconfroute-table-4`. */
  readonly id: string;
  readonly title: string;
  readonly make: (evaluation: Evaluation) => TableContent;
}

export interface TableContent {
  readonly columns: readonly string[];
  /** Each as long as `columns`. */
  readonly rows: readonly (readonly Cell[])[];
  /** Sentences under the table: what it says and does not say. */
  readonly notes: readonly string[];
  /** What rows lack, each a sentence with the command that makes them. */
  readonly missing: readonly string[];
  readonly figures: readonly FigureSpec[];
  /** Models, thresholds, limits: what the numbers were made with. */
  readonly madeWith: readonly string[];
}

export const EMPTY: TableContent = { columns: [], rows: [], notes: [], missing: [], figures: [], madeWith: [] };
