/** MCCom, Table 3: the data sets. */
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { type Cell, printedCell } from "../cell.js";
import { answersOf, benchmarksOf, type Evaluation, TIERS } from "../evaluation.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { missingSets } from "./effectiveness.js";

export const DATA_SETS: EvaluationTable = {
  id: "mccom-table-3",
  title: "MCCom, Table 3: the data sets",
  make(evaluation) {
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "whose",
        "samples",
        "mean lines of the target",
        "mean characters of the target",
        "mean tokens of the target",
      ],
      rows: [
        ...benchmarksOf(evaluation).map((benchmark) => ownRow(evaluation, benchmark)),
        ...paperRows("mccom", "table-3").map(({ benchmark, category, samples, avgLines, avgTokens }): Cell[] => [
          `${benchmark}, ${category}`,
          "paper",
          samples as number,
          printedCell(avgLines as number, "", 2),
          null,
          printedCell(avgTokens as number, "", 2),
        ]),
      ],
      notes: [
        "The paper's tokens are those of DeepSeek-Coder's tokenizer, which is not at hand; ours have characters. A dash: the benchmark's data were not named with `--data`.",
      ],
      missing: missingSets(evaluation),
    };
  },
};

function ownRow(evaluation: Evaluation, benchmark: string): readonly Cell[] {
  const files = TIERS.flatMap((tier) => answersOf(evaluation, { tier, benchmark, method: "plain" }) ?? []);
  const ids = new Set(files.flatMap((file) => [...file.rows.values()].map(({ task }) => task)));
  const targets = [...ids].flatMap((id) => evaluation.sources.get(benchmark)?.get(id)?.target ?? []);
  const mean = (lengthOf: (target: string) => number): Cell =>
    targets.length === 0
      ? null
      : { value: targets.reduce((sum, each) => sum + lengthOf(each), 0) / targets.length, unit: "", digits: 2 };
  return [
    benchmark,
    "ours",
    ids.size,
    mean((target) => target.trim().split("\n").length),
    mean((target) => target.trim().length),
    null,
  ];
}
