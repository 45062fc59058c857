/** MCCom, Figure 2: 95 % intervals of the latencies over repeated runs. */
import { answerOf, type Pair } from "../../methods/pair.js";
import { tInterval } from "../../methods/t-interval.js";
import { intervalsFigure } from "../../plots/intervals.js";
import type { Cell } from "../cell.js";
import { allPairs, type Evaluation, type EvaluationFile, methodOf, TIERS } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const RUNS = 5;
/** Of fewer tasks a mean says little. */
const FEWEST = 30;

export const REPEATS: EvaluationTable = {
  id: "mccom-figure-2",
  title: "MCCom, Figure 2: mean latency over repeated runs, with t-intervals",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const found = pairs.flatMap((pair) =>
      TIERS.map((tier) => {
        const { files, tasks } = runsOf(evaluation, pair, tier);
        const means = files.map((file) => meanOver(file, { ...pair, tasks }));
        const extra = tier === "large" ? evaluation.networkMs : 0;
        return {
          pair,
          name: tier === "large" ? "large only" : "local only",
          tasks: tasks.length,
          ...tInterval(means.map((ms) => ms + extra)),
        };
      }),
    );
    const repeated = found.filter(({ runs }) => runs > 1);
    return {
      ...EMPTY,
      columns: ["benchmark", "setting", "variant", "runs", "tasks", "mean time, ms", "low", "high"],
      rows: found.map(({ pair, name, runs, tasks, mean, low, high }): Cell[] => [
        pair.benchmark,
        pair.setting,
        name,
        runs,
        tasks,
        Math.round(mean),
        Number.isNaN(low) ? null : Math.round(low),
        Number.isNaN(high) ? null : Math.round(high),
      ]),
      figures:
        repeated.length === 0
          ? []
          : [
              intervalsFigure({
                title: "Mean time of an answer over repeated runs",
                axis: "mean time, ms (95 % t-interval)",
                intervals: repeated.map(({ pair, name, mean, low, high }) => ({
                  name: `${pair.benchmark}, ${pair.setting}: ${name}`,
                  value: mean,
                  low,
                  high,
                })),
              }),
            ],
      notes: [
        `The interval is of the mean over the tasks that all runs have, by the t-distribution over runs; the paper has ${RUNS}. It prints no numbers.`,
      ],
      missing: found
        .filter(({ runs }) => runs < RUNS)
        .map(
          ({ pair, name, runs }) =>
            `${runs} of ${RUNS} runs of ${pair.benchmark} (${pair.setting}, ${name}): add \`--repeat 2\` to \`--repeat ${RUNS}\` to the command of the first, each with an --out of its own`,
        ),
      madeWith: pairs.map(pairInWords),
    };
  },
};

/**
 * Runs of the same model, benchmark and method, each number once, and the pair's tasks that all of them have: further runs may be of a
 * sample, if not of fewer than `FEWEST`.
 */
function runsOf(
  { files }: Evaluation,
  pair: Pair,
  tier: (typeof TIERS)[number],
): { readonly files: readonly EvaluationFile[]; readonly tasks: Pair["tasks"] } {
  const header = pair[tier];
  const tasksIn = (file: EvaluationFile) => pair.tasks.filter(({ task }) => file.rows.has(`${pair.setting} ${task}`));
  const runs = files
    .filter(
      (file) =>
        file.header.benchmark === pair.benchmark &&
        file.header.model.sha256 === header.model.sha256 &&
        methodOf(file.header) === methodOf(header) &&
        tasksIn(file).length >= Math.min(FEWEST, pair.tasks.length),
    )
    .filter((file, at, all) => all.findIndex((other) => runOf(other) === runOf(file)) === at);
  return {
    files: runs,
    tasks: runs.reduce<Pair["tasks"]>((common, file) => shared(common, tasksIn(file)), pair.tasks),
  };
}

function runOf({ header }: EvaluationFile): number {
  return header.repeat ?? 1;
}

function shared(some: Pair["tasks"], others: Pair["tasks"]): Pair["tasks"] {
  const known = new Set(others);
  return some.filter((task) => known.has(task));
}

function meanOver(file: EvaluationFile, { tasks, setting }: Pair): number {
  return (
    tasks.reduce((sum, { task }) => sum + answerOf(file, task, setting).row.ms.total, 0) / Math.max(1, tasks.length)
  );
}
