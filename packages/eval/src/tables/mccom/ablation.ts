/** MCCom, Table 7 and Table 8: what each part adds, and how often the large model is asked. */
import { routingWarning } from "../../methods/can-test-routing.js";
import { callsOf, efficiency, exactShare, meanOf, withSimulatedUser } from "../../methods/simulated-user.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { type Cell, meanMsCell, percentCell, printedCell, shareCell } from "../cell.js";
import { allPairs, answersOf } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { MCCOM_SETS, setOf } from "./data-sets.js";
import { mcComCells, missingSets, USER_NOTE } from "./effectiveness.js";
import { isJudged } from "./variants.js";

export const ABLATION: EvaluationTable = {
  id: "mccom-table-7",
  title: "MCCom, Table 7: ablation and efficiency",
  make(evaluation) {
    const cells = mcComCells(evaluation, ["left-and-right", "left"]);
    const printed = paperRows("mccom", "table-7");
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "variant",
        "exact match",
        "mean time",
        "efficiency",
        "paper's exact match",
        "paper's mean time",
        "paper's efficiency (average)",
      ],
      rows: cells.flatMap(({ pair, variants }) => {
        const local = variants.find(({ name }) => name === "local only");
        const figures = (outcomes: (typeof variants)[number]["outcomes"]) => ({
          exact: exactShare(outcomes).share,
          ms: meanOf(outcomes, ({ ms }) => ms).mean,
        });
        return variants
          .filter(({ name }) => name.startsWith("MCCom") || name.startsWith("local only"))
          .map(({ name, ablation, outcomes }): Cell[] => {
            const set = setOf(pair.benchmark);
            const context = pair.setting === "left" ? "left-only" : "left-right";
            const row = printed.find((each) => each["context"] === context && each["variant"] === ablation);
            const base = local === undefined ? null : figures(local.outcomes);
            return [
              pair.benchmark,
              pair.setting,
              name,
              percentCell(exactShare(outcomes)),
              meanMsCell(meanOf(outcomes, ({ ms }) => ms)),
              base === null || name.startsWith("local only")
                ? null
                : { value: efficiency(figures(outcomes), base), unit: "", digits: 1 },
              set === null || row === undefined ? null : printedCell(row[`${set.column}_em`] as number, "%"),
              set === null || row === undefined ? null : printedCell(row[`${set.column}_timeMs`] as number, "ms", 0),
              row === undefined ? null : printedCell(row["efficiency"] as number | null, ""),
            ];
          });
      }),
      notes: [
        ...cells.flatMap(({ pair }) => routingWarning(pair, "exact")),
        "Efficiency: 100 × relative gain in exact match over relative increase in time, both over the local model alone; a dash where that is undefined. The paper's column does not follow from its own row of the local model (M29); the order of variants does.",
        USER_NOTE,
        INTERVALS,
      ],
      missing: [...missingSets(evaluation), ...cells.flatMap(({ missing }) => missing)],
      madeWith: cells.map(({ pair }) => pairInWords(pair)),
    };
  },
};

export const CALLS: EvaluationTable = {
  id: "mccom-table-8",
  title: "MCCom, Table 8: calls of the large model by static and dynamic routing",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const printed = paperRows("mccom", "table-8");
    const paperCell = (row: string, column: string) => printed.find((each) => each["row"] === row)?.[column] as number;
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "whose",
        "setting",
        "samples",
        "static",
        "dynamic",
        "calls",
        "fewer calls",
        "accepted of those shown",
      ],
      rows: [
        ...pairs.map((pair): readonly Cell[] => {
          const afterRejection = answersOf(evaluation, { tier: "large", benchmark: pair.benchmark, method: "mccom" });
          const isWhole =
            afterRejection !== null &&
            pair.tasks.every(({ task }) => isJudged(afterRejection, { task, setting: pair.setting }));
          const counts = callsOf(
            withSimulatedUser(pair, {
              afterRejection: isWhole ? afterRejection : null,
              networkMs: evaluation.networkMs,
            }),
          );
          return callRow(pair.benchmark, "ours", pair.setting, counts);
        }),
        ...MCCOM_SETS.flatMap(({ column, title }) =>
          (["lr", "l"] as const).map((context): readonly Cell[] => {
            const key = `${context}_${column}`;
            const [samples, fixed, dynamic] = ["#Samples", "Static Routing", "Dynamic Routing"].map((row) =>
              paperCell(row, key),
            ) as [number, number, number];
            const setting = context === "l" ? "left" : "left-and-right";
            const calls = fixed + dynamic;
            return callRow(title, "paper", setting, {
              samples,
              static: fixed,
              dynamic,
              accepted: samples - calls,
              calls,
            });
          }),
        ),
      ],
      notes: [
        "Static and dynamic routing add up to the calls, and accepted answers cannot exceed the local model's exact matches: both are asserted on our rows. The paper's counts break the second in two cells (M44).",
        "A call saved is a request whose local answer was shown and accepted. Threshold 0.8 on the mean probability of the first 3 tokens, strict.",
        USER_NOTE,
      ],
      missing: missingSets(evaluation),
      madeWith: pairs.map(pairInWords),
    };
  },
};

function callRow(
  benchmark: string,
  whose: string,
  setting: string,
  { samples, static: fixed, dynamic, accepted, calls }: ReturnType<typeof callsOf>,
): readonly Cell[] {
  return [
    benchmark,
    whose,
    setting,
    samples,
    fixed,
    dynamic,
    calls,
    shareCell(samples - calls, samples),
    samples === fixed ? null : shareCell(accepted, samples - fixed),
  ];
}
