/** A pair of models under every routing policy: quality, calls of the large model and latency, on the same answers. */
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { chooseModel } from "../scores/models.js";
import { rounded } from "../statistics.js";
import { CONFIG, HELP, readArguments } from "./arguments.js";
import { askPair } from "./ask-pair.js";
import { pairSummary } from "./pair-summary.js";
import { decisionMs, paperComparisons, policyTable } from "./policy-table.js";

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
    tasksWithoutBothAnswers: Object.fromEntries(withoutRow),
    ...pairSummary(rows),
    decisionP99Ms: rounded(slowest, 5),
    policies: policyTable(rows, given.networkMs),
    nearfirstAtNoMoreCalls: paperComparisons(rows, given.networkMs),
  };
}

export default {
  name: "cascade",
  description: "two models under every routing policy: quality, calls of the large one, latency",
  options: { config: CONFIG, help: HELP },
  run,
} satisfies Bench;
