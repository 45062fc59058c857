/** SynConfRoute 3.4: the same weights in several number formats. */
import { paperValue } from "../../paper-numbers/paper-numbers.js";
import { SETTINGS, type Setting } from "../../rows/row.js";
import { median } from "../../scores/quantile.js";
import { type Cell, msCell, percentCell, pointsCell, printedCell, shareCell } from "../cell.js";
import { type Evaluation, type EvaluationFile, methodOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, modelInWords } from "../made-with.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { type ComparedFiles, comparedFiles } from "./asked-otherwise.js";

export interface Quantisation extends ComparedFiles {
  /** The file that the weights come from, and its number format. */
  readonly from: EvaluationFile;
  readonly fromType: string;
  readonly file: EvaluationFile;
  /** `q4_0`; `q2_k-as-f16`: rounded to the first, stored as the second. */
  readonly type: string;
  /** Of a weight, in whole numbers; null where the name does not tell. */
  readonly bits: number | null;
  readonly setting: Setting;
  /** Tasks to which both give the same text. */
  readonly same: number;
}

/** Each file whose weights another file of the same benchmark has too, beside that one, on the tasks that both have. */
export function quantisations(evaluation: Evaluation): readonly Quantisation[] {
  const plain = evaluation.files.filter(({ header }) => methodOf(header) === "plain" && (header.repeat ?? 1) === 1);
  return plain.flatMap((file) => {
    const { benchmark, model } = file.header;
    const { quantisedFrom } = model;
    const from = plain.find(
      ({ header }) => header.benchmark === benchmark && header.model.sha256 === quantisedFrom?.sha256,
    );
    if (quantisedFrom === undefined || from === undefined) return [];
    const { to: type, type: fromType } = quantisedFrom;
    return SETTINGS.flatMap((setting) => {
      const compared = comparedFiles(evaluation, { plain: from, file, setting });
      if (compared === null) return [];
      return [
        {
          from,
          fromType,
          file,
          type,
          bits: bitsOf(type),
          setting,
          same: sameAnswers(file, from, setting),
          ...compared,
        },
      ];
    });
  });
}

function bitsOf(type: string): number | null {
  const bits = /^(?:i?q|b?f)(\d+)/.exec(type)?.[1];
  return bits === undefined ? null : Number(bits);
}

function sameAnswers(one: EvaluationFile, other: EvaluationFile, setting: Setting): number {
  return [...one.rows].filter(([key, row]) => row.setting === setting && other.rows.get(key)?.text === row.text).length;
}

const inProse = (key: string) => paperValue("synconfroute", "prose-rq1", key);

/** What makes the rows, for people. */
export const HOW_TO_QUANTISE =
  "`scripts/quantise-model.sh nearfirst-embedded`, then `MODELS=nearfirst-embedded-q4_0 BENCHMARKS=humaneval HUMANEVAL_LIMIT=150 SETTING=left-and-right scripts/run-evaluation.sh DATA`, which runs `nearfirst eval run`";

export const QUANTISATION: EvaluationTable = {
  id: "synconfroute-quantisation",
  title: "SynConfRoute 3.4: the same weights in several number formats",
  make(evaluation) {
    const found = quantisations(evaluation);
    const paper = (type: string, key: string): Cell[] => [
      SINGLE_LINE,
      "paper",
      "Qwen2.5-Coder-3B",
      type,
      null,
      "left-and-right",
      printedCell(inProse("pass1_3b_1033"), "%"),
      printedCell(inProse(key), "%"),
      printedCell(inProse(key) - inProse("pass1_3b_1033"), "points"),
      null,
      null,
    ];
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "whose",
        "model",
        "weights",
        "size",
        "setting",
        "as it is",
        "in these weights",
        "difference",
        "same answers",
        "median time",
      ],
      rows: [
        ...found.map(({ from, fromType, file, type, setting, plain, otherwise, gain, same }): Cell[] => [
          file.header.benchmark,
          "ours",
          `${from.header.model.name} (${fromType})`,
          type,
          `${(file.header.model.fileBytes / 1e6).toFixed(1)} MB`,
          setting,
          percentCell(plain),
          percentCell(otherwise),
          pointsCell(gain),
          shareCell(same, otherwise.tasks),
          msCell(median(timesOf(file, setting))),
        ]),
        paper("fp16", "pass1_3b_fp16"),
        paper("q2_K", "pass1_3b_q2k"),
      ],
      notes: [
        "As it is: ours in Q8_0, the most exact form in which we have the weights, on the same tasks; the paper's in Q4_K_M. F16 made of Q8_0 is no gain in information: it shows what the form of the file alone changes.",
        "K-quants need widths that are multiples of 256, which no model of ours has. TYPE-as-f16: rounded to that type in blocks that go over the ends of rows, and stored as f16; size and time are those of f16. The embedding, which is the output layer too, keeps 8 bits everywhere.",
        "StmtEval counts exact matches.",
        INTERVALS,
      ],
      missing: found.length > 0 ? [] : [`No rows of the same weights in several number formats: ${HOW_TO_QUANTISE}.`],
      madeWith: [...new Set(found.map(({ from }) => modelInWords(from.header)))],
    };
  },
};

function timesOf({ rows }: EvaluationFile, setting: Setting): readonly number[] {
  return [...rows.values()].filter((row) => row.setting === setting).map(({ ms }) => ms.total);
}
