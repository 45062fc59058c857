/** MCCom over rows: static routing by confidence, then a simulated user who accepts exactly the right answer (4.3). */

import { clusteredShare } from "../scores/clustered-interval.js";
import { arithmeticMean, codeProbabilities } from "./first-token-scores.js";
import type { JudgedAnswer, JudgedFile, Pair, PairedTask } from "./pair.js";
import { answerOf } from "./pair.js";
import { bootstrapMean, type MeanWithInterval } from "./paired-bootstrap.js";

/** How a request ended: the large model alone, the local answer accepted, the large model after a rejection. */
export type Routing = "static" | "accepted" | "dynamic";

export interface UserOutcome {
  readonly task: string;
  readonly cluster: string;
  readonly routing: Routing;
  readonly isExact: boolean;
  /** Of the answer that was shown first. */
  readonly isFirstExact: boolean;
  /** In [0, 1]. */
  readonly editSimilarity: number;
  readonly cloudCalls: number;
  readonly ms: number;
}

/** MCCom 3.2 and 4.3. */
export const MCCOM_THRESHOLD = 0.8;
const MCCOM_TOKENS = 3;

export interface SimulatedUserOptions {
  /** The large model's answers after a rejection; null for the same as without one. */
  readonly afterRejection: JudgedFile | null;
  readonly networkMs: number;
  /** A score above it shows the local answer; `confidence` in [0, 1]. */
  readonly threshold?: number;
  readonly tokens?: number;
  readonly score?: "average" | "joint";
}

/** In the order of the pair's tasks. */
export function withSimulatedUser({ tasks, setting }: Pair, options: SimulatedUserOptions): readonly UserOutcome[] {
  const { afterRejection, networkMs, threshold = MCCOM_THRESHOLD } = options;
  return tasks.map((task) => {
    const { local, large } = task;
    const common = { task: task.task, cluster: task.cluster };
    if (!(mcComScore(task, options) > threshold)) {
      const firstMs = local.row.ms.firstTokens ?? local.row.ms.total;
      return { ...common, routing: "static", ...escalated(large, firstMs + networkMs, large.judged.isExact) };
    }
    if (local.judged.isExact) {
      const { isExact } = local.judged;
      const editSimilarity = similarityOf(local);
      const ms = local.row.ms.total;
      return { ...common, routing: "accepted", isExact, isFirstExact: isExact, editSimilarity, cloudCalls: 0, ms };
    }
    const second = afterRejection === null ? large : answerOf(afterRejection, task.task, setting);
    return { ...common, routing: "dynamic", ...escalated(second, local.row.ms.total + networkMs, false) };
  });
}

function escalated({ row, judged }: JudgedAnswer, otherMs: number, isFirstExact: boolean) {
  const { isExact } = judged;
  const editSimilarity = similarityOf({ judged });
  return { isExact, isFirstExact, editSimilarity, cloudCalls: 1, ms: otherMs + row.ms.total };
}

/** By RepoEval's scorer where there is one (reading R38). */
function similarityOf({ judged }: Pick<JudgedAnswer, "judged">): number {
  return judged.repoEval?.editSimilarity ?? judged.editSimilarity;
}

/** In [0, 1]. */
export function mcComScore(
  { local }: PairedTask,
  { tokens = MCCOM_TOKENS, score = "average" }: Pick<SimulatedUserOptions, "tokens" | "score">,
): number {
  const { confidence } = local.row.facts ?? {};
  // What policies are told is exact; the tokens' probabilities are rounded.
  if (score === "average" && tokens === MCCOM_TOKENS) return confidence?.arithmeticMean ?? 0;
  const first = codeProbabilities(local.row).slice(0, tokens);
  if (first.length === 0) return 0;
  return score === "average" ? arithmeticMean(first) : first.reduce((product, each) => product * each, 1);
}

/** One model for all requests. `calls`: how often the cloud is asked for one. */
export function byOneModel(
  tasks: readonly {
    readonly task: string;
    readonly cluster: string;
    readonly answer: JudgedAnswer;
    readonly extraMs: number;
  }[],
  calls: number,
): readonly UserOutcome[] {
  return tasks.map(({ task, cluster, answer: { row, judged }, extraMs }) => ({
    task,
    cluster,
    routing: calls === 0 ? "accepted" : "static",
    isExact: judged.isExact,
    isFirstExact: judged.isExact,
    editSimilarity: similarityOf({ judged }),
    cloudCalls: calls,
    ms: row.ms.total + extraMs,
  }));
}

export function exactShare(outcomes: readonly UserOutcome[]) {
  return clusteredShare(outcomes.map(({ cluster, isExact }) => ({ cluster, passed: isExact })));
}

export function firstExactShare(outcomes: readonly UserOutcome[]) {
  return clusteredShare(outcomes.map(({ cluster, isFirstExact }) => ({ cluster, passed: isFirstExact })));
}

export function meanOf(outcomes: readonly UserOutcome[], amountOf: (outcome: UserOutcome) => number): MeanWithInterval {
  return bootstrapMean(outcomes.map((outcome) => ({ cluster: outcome.cluster, value: amountOf(outcome) })));
}

export interface CallCounts {
  readonly samples: number;
  readonly static: number;
  readonly dynamic: number;
  readonly accepted: number;
  readonly calls: number;
}

export function callsOf(outcomes: readonly UserOutcome[]): CallCounts {
  const count = (routing: Routing) => outcomes.filter((each) => each.routing === routing).length;
  const calls = outcomes.reduce((sum, { cloudCalls }) => sum + cloudCalls, 0);
  return {
    samples: outcomes.length,
    static: count("static"),
    dynamic: count("dynamic"),
    accepted: count("accepted"),
    calls,
  };
}

/** MCCom Table 7: relative gain over relative cost, both over the local model alone; NaN where it costs no time (2.7). */
export function efficiency(
  variant: { readonly exact: number; readonly ms: number },
  local: { readonly exact: number; readonly ms: number },
): number {
  const slower = variant.ms / local.ms - 1;
  return slower <= 0 || local.exact === 0 ? Number.NaN : (100 * (variant.exact / local.exact - 1)) / slower;
}
