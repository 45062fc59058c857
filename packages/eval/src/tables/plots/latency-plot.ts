/** How the times of requests are distributed, for each model and for what routes between them. */
import { policyNamed, synConfRoute } from "@nearfirst/core";
import type { Pair } from "../../methods/pair.js";
import { routeTasks } from "../../methods/routed-task.js";
import { withSimulatedUser } from "../../methods/simulated-user.js";
import { distributions } from "../../plots/distributions.js";
import { median, quantile } from "../../scores/quantile.js";
import type { Cell } from "../cell.js";
import { allPairs, pairsOf, SINGLE_LINE } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export const LATENCY_DISTRIBUTIONS: EvaluationTable = {
  id: "plot-latency",
  title: "Distributions of latency",
  make(evaluation) {
    const { networkMs } = evaluation;
    const pairs = allPairs(evaluation);
    const [first] = pairsOf(evaluation, SINGLE_LINE);
    return {
      ...EMPTY,
      columns: ["benchmark", "setting", "answered by", "median, ms", "mean, ms", "95 % are faster than, ms"],
      rows: pairs.flatMap((pair) =>
        seriesOf(pair, networkMs).map(({ name, times }): Cell[] => [
          pair.benchmark,
          pair.setting,
          name,
          Math.round(median(times)),
          Math.round(times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length)),
          Math.round(quantile(times, 0.95)),
        ]),
      ),
      figures:
        first === undefined
          ? []
          : [
              distributions({
                title: "Time of a request",
                subtitle: `${first.benchmark}, ${first.setting}; local ${first.local.model.name}, large ${first.large.model.name}; network ${networkMs} ms`,
                points: seriesOf(first, networkMs).flatMap(({ name, times }) => quantiles(name, times)),
              }),
            ],
      notes: [
        `The large model's times and those of routed requests hold ${networkMs} ms of network for each call. The machine was busy with much else: what compares is one line with another.`,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

function seriesOf(
  pair: Pair,
  networkMs: number,
): readonly { readonly name: string; readonly times: readonly number[] }[] {
  const route = (policy: Parameters<typeof routeTasks>[1]) =>
    routeTasks(pair.tasks, policy, { measure: "tests", user: "accepts-all", networkMs }).map(({ ms }) => ms);
  return [
    { name: "local only", times: route(policyNamed("alwaysLocal")) },
    { name: "large only", times: route(policyNamed("alwaysLarge")) },
    { name: "SynConfRoute, 0.7", times: route(synConfRoute()) },
    { name: "MCCom, 0.8", times: withSimulatedUser(pair, { afterRejection: null, networkMs }).map(({ ms }) => ms) },
  ];
}

/** At every hundredth of the requests. */
function quantiles(series: string, times: readonly number[]) {
  return Array.from({ length: 101 }, (_, percent) => ({
    series,
    ms: Math.max(1, quantile(times, Math.max(percent / 100, 1e-9))),
    percent,
  }));
}
