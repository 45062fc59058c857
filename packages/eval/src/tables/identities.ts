/** What must hold on any rows: a table that breaks one is not printed. */
import { NearfirstError, POLICY_NAMES, policyNamed, scoreOf } from "@nearfirst/core";
import { isExecutedPython } from "../methods/executed-python.js";
import { arithmeticMean, codeProbabilities } from "../methods/first-token-scores.js";
import type { Pair } from "../methods/pair.js";
import { oracleTasks, rightShare, routeTasks } from "../methods/routed-task.js";
import { callsOf, withSimulatedUser } from "../methods/simulated-user.js";
import type { Row } from "../rows/row.js";
import type { EvaluationFile } from "./evaluation.js";

/** Two tokens whose probabilities are within a tenth of each other: another batch, or another processor, may rank them otherwise. */
const TIE_RATIO = 0.9;
/** Of answers that differ and are no tie, as a share. */
const MOST_CHANGED = 0.02;
/** Of probabilities in rows, which are rounded. */
const ROUNDING = 1e-4;

/** Throws an `internal` error that names what is broken and where. */
export function assertIdentities(pair: Pair, networkMs: number): void {
  for (const measure of ["tests", "exact"] as const) {
    const options = { measure, networkMs, user: "accepts-all" } as const;
    const most = rightShare(oracleTasks(pair.tasks, options)).passed;
    for (const name of POLICY_NAMES) {
      const routed = routeTasks(pair.tasks, policyNamed(name), options);
      holds(rightShare(routed).passed <= most, pair, `${name} solves more than the oracle`);
    }
  }
  const outcomes = withSimulatedUser(pair, { afterRejection: null, networkMs });
  const counts = callsOf(outcomes);
  const exact = pair.tasks.filter(({ local }) => local.judged.isExact).length;
  holds(counts.static + counts.dynamic === counts.calls, pair, "static and dynamic calls do not add up");
  holds(counts.accepted + counts.calls === counts.samples, pair, "accepted and escalated requests do not add up");
  holds(counts.accepted <= exact, pair, "more answers are accepted than are exact");
  const falsePositives = pair.tasks
    .filter(isExecutedPython)
    .filter(({ local, large }) =>
      [local, large].some(({ row, judged }) => row.syntax.strict === "invalid" && judged.verdict === "passed"),
    );
  holds(falsePositives.length === 0, pair, `${falsePositives[0]?.task} does not parse, and passes its tests`);
  for (const { local, task } of pair.tasks) {
    const { confidence } = local.row.facts ?? {};
    if (confidence == null) continue;
    const mean = arithmeticMean(codeProbabilities(local.row).slice(0, confidence.tokens));
    holds(
      Math.abs(mean - scoreOf(confidence, "arithmeticMean")) < ROUNDING,
      pair,
      `${task}: its tokens' probabilities are not those of its confidence`,
    );
  }
}

/** A draft changes no answer but by a tie. */
export function assertDraftsChangeNothing(plain: EvaluationFile, drafted: EvaluationFile): void {
  const both = [...drafted.rows].flatMap(([key, row]) => {
    const other = plain.rows.get(key);
    return other === undefined ? [] : [row.text === other.text || isTie(row, other)];
  });
  const changed = both.filter((isSame) => !isSame).length;
  if (changed <= MOST_CHANGED * both.length) return;
  throw new NearfirstError({
    code: "internal",
    message: `${drafted.path}: a draft changes ${changed} of ${both.length} answers, and not by ties. The rows or the harness are wrong, so nothing is printed. Please report it.`,
  });
}

/** Whether two answers part at tokens that were about as likely. The end of an answer is no token in its row: then neither was likelier. */
export function isTie({ tokens: one }: Pick<Row, "tokens">, { tokens: other }: Pick<Row, "tokens">): boolean {
  const at = one.findIndex((token, place) => token.text !== other[place]?.text);
  const place = at === -1 ? one.length : at;
  const [mine, theirs] = [one[place]?.probability, other[place]?.probability];
  if (mine !== undefined && theirs !== undefined) return Math.min(mine, theirs) >= TIE_RATIO * Math.max(mine, theirs);
  const alone = mine ?? theirs;
  return alone !== undefined && TIE_RATIO * alone <= 1 - alone;
}

function holds(isTrue: boolean, { benchmark, setting }: Pair, what: string): void {
  if (isTrue) return;
  throw new NearfirstError({
    code: "internal",
    message: `${benchmark}, ${setting}: ${what}. The rows or the harness are wrong, so nothing is printed. Please report it.`,
  });
}
