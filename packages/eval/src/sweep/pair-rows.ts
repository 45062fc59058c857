/** Two models' judged rows as one row a task, for policies to be tried on. */
import { NearfirstError } from "@nearfirst/core";
import type { EvaluatedRow } from "@nearfirst/node";
import { keyOf, type Row, type Setting } from "../rows/row.js";
import { type JudgedRow, judgedKeyOf } from "../scores/judged-row.js";

/** What counts as right: the tests pass (SynConfRoute), or the answer is the target (MCCom). */
export type Measure = "tests" | "exact";

export interface JudgedRows {
  readonly rows: ReadonlyMap<string, Row>;
  readonly judged: ReadonlyMap<string, JudgedRow>;
}

export interface PairRowsOptions {
  readonly setting: Setting;
  readonly measure: Measure;
  /** Only the tasks that both have answered, for a model that was asked a sample. */
  readonly common?: boolean;
}

/**
 * Of the local model's tasks. Throws `file-unreadable` where the large model lacks one, unless the common ones are asked for, or a row
 * was not judged.
 */
export function pairRows(
  local: JudgedRows,
  large: JudgedRows,
  { setting, measure, common = false }: PairRowsOptions,
): readonly EvaluatedRow[] {
  const own = [...local.rows.values()].filter(
    (row) => row.setting === setting && (!common || large.rows.has(keyOf(row))),
  );
  if (common && own.length === 0) throw missing(`There is no task that both have answered (${setting}).`);
  return own.map((row) => {
    const other = large.rows.get(keyOf(row));
    if (other === undefined)
      throw missing(
        `The large model has no row for ${row.task}: both must have answered the same tasks. --common takes those that both have.`,
      );
    return {
      task: row.task,
      languageId: row.facts?.languageId ?? "plaintext",
      facts: factsOf(row),
      local: {
        isRight: isRight(row, local, measure),
        ms: row.ms.total,
        firstTokensMs: row.ms.firstTokens ?? row.ms.total,
      },
      large: { isRight: isRight(other, large, measure), ms: other.ms.total },
    };
  });
}

/** A request that ended before any fact was known gives a policy nothing to be sure of. */
function factsOf({ facts, syntax, setting }: Row): EvaluatedRow["facts"] {
  const { confidence = null, wholeConfidence = null, isBlank = true } = facts ?? {};
  return {
    confidence,
    wholeConfidence,
    isBlank,
    syntax: setting === "left" ? syntax.live : (syntax.strict ?? syntax.live),
  };
}

function isRight(row: Row, { judged }: JudgedRows, measure: Measure): boolean {
  const own = judged.get(judgedKeyOf(row));
  if (own === undefined) throw missing(`${row.task} was not judged. Run \`nearfirst eval score\` on both files first.`);
  return measure === "tests" ? own.verdict === "passed" : own.isExact;
}

function missing(message: string): NearfirstError {
  return new NearfirstError({ code: "file-unreadable", message });
}
