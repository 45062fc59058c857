/** A pair of models under every routing policy: quality, calls of the large model and latency, on the same answers. */
import type { AnsweredHoles, EvaluatedRow } from "@nearfirst/node";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { chooseModel } from "../scores/models.js";
import { mean, rounded } from "../statistics.js";
import { CONFIG, HELP, readArguments } from "./arguments.js";
import { askPair } from "./ask-pair.js";
import { decisionMs, paperComparisons, policyTable } from "./policy-table.js";

/** A large model that adds less to the local one leaves a policy nothing to win. */
const LEAST_GAIN_POINTS = 3;
/** Most time that a decision may take. */
const DECISION_LIMIT_MS = 0.1;

async function run(call: BenchCall): Promise<object> {
  const given = readArguments(call);
  const pair = { local: await chooseModel(given.local, "product"), large: await chooseModel(given.large, "product") };
  const { rows, withoutRow } = await askPair(given, pair);
  if (rows.length === 0)
    throw new BenchError(`No task was answered by both models: ${JSON.stringify(Object.fromEntries(withoutRow))}.`);
  const slowest = decisionMs(rows);
  if (slowest > DECISION_LIMIT_MS)
    throw new BenchError(`A routing decision takes ${rounded(slowest, 4)} ms, more than ${DECISION_LIMIT_MS} ms.`);
  return {
    local: pair.local.label,
    large: pair.large.label,
    maxTokens: given.maxTokens,
    networkMs: given.networkMs,
    ...aloneOf(rows, withoutRow),
    decisionP99Ms: rounded(slowest, 5),
    policies: policyTable(rows, given.networkMs),
    nearfirstAtNoMoreCalls: paperComparisons(rows, given.networkMs),
  };
}

/** Percentages of all rows, with their standard errors in percentage points. */
function aloneOf(rows: readonly EvaluatedRow[], withoutRow: AnsweredHoles["withoutRow"]): object {
  const share = (isCounted: (row: EvaluatedRow) => boolean) => {
    const part = rows.filter(isCounted).length / rows.length;
    return { percent: percent(part), standardError: percent(Math.sqrt((part * (1 - part)) / rows.length)) };
  };
  const [local, large] = [share((row) => row.local.isRight), share((row) => row.large.isRight)];
  const gainPoints = rounded(large.percent - local.percent, 1);
  return {
    tasks: rows.length,
    tasksWithoutBothAnswers: Object.fromEntries(withoutRow),
    localRightPercent: local.percent,
    localStandardError: local.standardError,
    largeRightPercent: large.percent,
    largeStandardError: large.standardError,
    onlyLocalRightPercent: share((row) => row.local.isRight && !row.large.isRight).percent,
    onlyLargeRightPercent: share((row) => !row.local.isRight && row.large.isRight).percent,
    oraclePercent: share((row) => row.local.isRight || row.large.isRight).percent,
    localMeanMs: rounded(mean(rows.map((row) => row.local.ms))),
    largeMeanMs: rounded(mean(rows.map((row) => row.large.ms))),
    gainPoints,
    pair:
      gainPoints < LEAST_GAIN_POINTS
        ? `cannot test routing: the large model adds less than ${LEAST_GAIN_POINTS} points`
        : "can test routing",
  };
}

function percent(share: number): number {
  return rounded(100 * share, 1);
}

export default {
  name: "cascade",
  description: "two models under every routing policy: quality, calls of the large one, latency (needs --large)",
  options: { config: CONFIG, help: HELP },
  run,
} satisfies Bench;
