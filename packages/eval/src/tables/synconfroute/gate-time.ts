/** SynConfRoute 4.1 and 5.1: what the syntax gate costs. */
import { gateTimes, timedRows } from "../../methods/gate-times.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { quantile } from "../../scores/quantile.js";
import type { Cell } from "../cell.js";
import { SINGLE_LINE } from "../evaluation.js";
import { commandFor } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const THIRDS = { 1: "smallest third", 2: "middle third", 3: "largest third" } as const;

const PAPER = [
  { languageId: "python", program: "ast.parse", key: "syntaxCheckPythonMs" },
  { languageId: "java", program: "javalang", key: "syntaxCheckJavaMs" },
  { languageId: "cpp", program: "g++ -fsyntax-only", key: "syntaxCheckCppMs" },
] as const;

function paperRow(key: string) {
  return paperRows("synconfroute", "prose-rq2").find((row) => row["key"] === key) ?? {};
}

export const GATE_TIME: EvaluationTable = {
  id: "synconfroute-gate-time",
  title: "SynConfRoute 4.1: milliseconds of the strict syntax gate by size of the file",
  make(evaluation) {
    const found = gateTimes(evaluation);
    const ms = (value: number): Cell => ({ value, unit: "ms", digits: 2 });
    return {
      ...EMPTY,
      columns: ["language", "whose", "files", "characters", "parses", "median", "99th percentile"],
      rows: [
        ...found.map(({ languageId, third, least, most, times }): Cell[] => [
          languageId,
          "ours",
          THIRDS[third],
          `${least} to ${most}`,
          times.length,
          ms(quantile(times, 0.5)),
          ms(quantile(times, 0.99)),
        ]),
        ...PAPER.map(({ languageId, program, key }): Cell[] => [
          languageId,
          "paper",
          `by ${program}`,
          null,
          null,
          `${paperRow(key)["unit"] === "ms" ? "about" : "below"} ${paperRow(key)["value"]} ms`,
          null,
        ]),
      ],
      notes: [
        "The parse of the whole text in the product's worker, with the way there and back, by a parser that is loaded and has just read the text; no text is parsed from memory. Of all rows of all models that have a time: it depends on none of them.",
        "The first parses of a run take longer, while the parser's machine code is made: in the 99th percentile they count.",
        "With fewer than 100 parses the 99th percentile is the longest of them.",
      ],
      missing:
        found.length > 0
          ? []
          : timedRows(evaluation) > 0
            ? [
                "The rows have times, but the sizes of the files are in the benchmark's data: `nearfirst eval table synconfroute-gate-time` with --data.",
              ]
            : [
                `The rows are older than the measurement. Those that are made anew have it: ${commandFor(evaluation, { tier: "local", benchmark: SINGLE_LINE, method: "plain" })}`,
              ],
    };
  },
};
