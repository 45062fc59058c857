/** Asks both models for many holes, one after the other; what was answered before is not asked again. */
import { type ErrorCode, NearfirstError } from "@nearfirst/core";
import { type AnswerHoleOptions, answerHole, type HoleInFile, type NoRow } from "./answer-hole.js";
import type { EvaluatedRow } from "./evaluated-row.js";
import { keyOfHole, type RowFile } from "./row-file.js";

export interface AnswerHolesOptions extends AnswerHoleOptions {
  readonly rows: Pick<RowFile, "get" | "add">;
  /** Called after each hole, with how many are done. */
  readonly onProgress: (done: number) => void;
}

export interface AnsweredHoles {
  readonly rows: readonly EvaluatedRow[];
  /** Holes without a row, by tier and reason. */
  readonly withoutRow: ReadonlyMap<string, number>;
}

/** So many requests in a row that the large model did not answer: the rest would fare no better. */
const MOST_FAILURES = 5;

/** In the order of `holes`. Rejects with the signal's reason once aborted, and where the large model keeps failing. */
export async function answerHoles(
  holes: readonly HoleInFile[],
  { rows, onProgress, ...options }: AnswerHolesOptions,
): Promise<AnsweredHoles> {
  const answered: EvaluatedRow[] = [];
  const withoutRow = new Map<string, number>();
  let failures: readonly string[] = [];
  for (const [at, hole] of holes.entries()) {
    const key = keyOfHole(hole);
    const known = rows.get(key);
    const row = known ?? (await answerHole(hole, options));
    if ("kind" in row) {
      const reason = `${row.tier}: ${row.reason}`;
      withoutRow.set(reason, (withoutRow.get(reason) ?? 0) + 1);
      failures = isFailure(row) ? [...failures, row.reason] : [];
      if (failures.length === MOST_FAILURES) throw failing(failures[0] as string);
    } else {
      if (known === undefined) rows.add(key, row);
      answered.push(row);
      failures = [];
    }
    onProgress(at + 1);
  }
  return { rows: answered, withoutRow };
}

/** A file that may not leave, or an answer with a secret's stand-in, is no failure of the server. */
function isFailure({ tier, reason }: NoRow): boolean {
  return tier === "large" && (reason.startsWith("large-") || reason === "late");
}

/** The first one counts: after some the server is left alone, and the next ones say only that. */
function failing(reason: string): NearfirstError {
  return new NearfirstError({
    code: reason === "late" ? "large-timeout" : (reason as ErrorCode),
    message: `The large model did not answer ${MOST_FAILURES} requests in a row (${reason}). \`nearfirst doctor\` says why; what was answered is kept.`,
    isRetryable: true,
  });
}
