/** SynConfRoute 3.2 and 5.2: examples in the prompt, votes, each beside the plain answer of the same model. */
import { answerOf, clusterOf } from "../../methods/pair.js";
import { bootstrapMean, type MeanWithInterval } from "../../methods/paired-bootstrap.js";
import { paperRows, paperValue } from "../../paper-numbers/paper-numbers.js";
import { SETTINGS, type Setting } from "../../rows/row.js";
import { type ClusteredShare, clusteredShare } from "../../scores/clustered-interval.js";
import { type Cell, percentCell, pointsCell, printedCell } from "../cell.js";
import {
  answersOf,
  type Evaluation,
  type EvaluationFile,
  methodOf,
  SINGLE_LINE,
  TIERS,
  type TierName,
} from "../evaluation.js";
import { INTERVALS, modelInWords } from "../made-with.js";
import { commandFor } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export interface AskedOtherwise extends ComparedFiles {
  readonly tier: TierName;
  readonly method: string;
  readonly setting: Setting;
}

/** Files of the pair's models by methods whose names begin so, on the tasks that the plain file has too. */
export function askedOtherwise(evaluation: Evaluation, prefix: string): readonly AskedOtherwise[] {
  return TIERS.flatMap((tier) => {
    const plain = answersOf(evaluation, { tier, benchmark: SINGLE_LINE, method: "plain" });
    if (plain === null) return [];
    const files = evaluation.files.filter(
      ({ header }) =>
        header.benchmark === SINGLE_LINE &&
        header.model.sha256 === plain.header.model.sha256 &&
        methodOf(header).startsWith(prefix),
    );
    return files.flatMap((file) =>
      SETTINGS.flatMap((setting) => {
        const compared = comparedFiles(evaluation, { plain, file, setting });
        return compared === null ? [] : [{ tier, method: methodOf(file.header), setting, ...compared }];
      }),
    );
  });
}

export interface ComparedFiles {
  readonly plain: ClusteredShare;
  readonly otherwise: ClusteredShare;
  readonly gain: MeanWithInterval;
}

/** Two files' pass@1 on the tasks of their benchmark that both have in a setting; null for none. */
export function comparedFiles(
  { sources: all }: Evaluation,
  {
    plain,
    file,
    setting,
  }: { readonly plain: EvaluationFile; readonly file: EvaluationFile; readonly setting: Setting },
): ComparedFiles | null {
  const sources = all.get(file.header.benchmark) ?? new Map();
  const both = [...file.rows.values()]
    .filter((row) => row.setting === setting && plain.rows.has(`${setting} ${row.task}`))
    .map(({ task }) => {
      const passed = (each: EvaluationFile) => answerOf(each, task, setting).judged.verdict === "passed";
      return { cluster: clusterOf(task, sources), plain: passed(plain), otherwise: passed(file) };
    });
  if (both.length === 0) return null;
  const share = (side: "plain" | "otherwise") =>
    clusteredShare(both.map((each) => ({ cluster: each.cluster, passed: each[side] })));
  const gain = bootstrapMean(
    both.map((each) => ({ cluster: each.cluster, value: Number(each.otherwise) - Number(each.plain) })),
  );
  return { plain: share("plain"), otherwise: share("otherwise"), gain };
}

const COLUMNS = ["whose", "model", "method", "setting", "asked plainly", "asked so", "difference"] as const;

function study(
  {
    id,
    title,
    prefix,
    example,
  }: { readonly id: string; readonly title: string; readonly prefix: string; readonly example: string },
  paper: () => readonly (readonly Cell[])[],
  notes: readonly string[],
): EvaluationTable {
  return {
    id,
    title,
    make(evaluation) {
      const found = askedOtherwise(evaluation, prefix);
      return {
        ...EMPTY,
        columns: COLUMNS,
        rows: [
          ...found.map(({ tier, method, setting, plain, otherwise, gain }): Cell[] => [
            "ours",
            evaluation.names[tier][0] ?? tier,
            method,
            setting,
            percentCell(plain),
            percentCell(otherwise),
            pointsCell(gain),
          ]),
          ...paper(),
        ],
        notes: [...notes, INTERVALS],
        missing:
          found.length > 0
            ? []
            : [
                `No rows of this study: for example ${commandFor(evaluation, { tier: "local", benchmark: SINGLE_LINE, method: example })}`,
              ],
        madeWith: TIERS.flatMap((tier) => {
          const file = answersOf(evaluation, { tier, benchmark: SINGLE_LINE, method: "plain" });
          return file === null ? [] : [`${tier}: ${modelInWords(file.header)}`];
        }),
      };
    },
  };
}

const rq3 = (key: string) => paperValue("synconfroute", "prose-rq3", key);

export const FEW_SHOT = study(
  {
    id: "synconfroute-few-shot",
    title: "SynConfRoute 3.2 and 5.2: solved examples before the code",
    prefix: "few-shot-",
    example: "few-shot-tfidf-1",
  },
  () => [
    ...paperRows("synconfroute", "few-shot-deltas").map(({ model, shots, deltaPp }): Cell[] => [
      "paper",
      `${model}`,
      shots === null ? "few-shot" : `few-shot, ${shots} example${shots === 1 ? "" : "s"}`,
      "left-and-right",
      null,
      null,
      printedCell(deltaPp as number, "points"),
    ]),
    ...(["1_5b", "3b", "480b"] as const).map((model): Cell[] => [
      "paper",
      model.replace("_", "."),
      "retrieved example",
      "left-and-right",
      printedCell(rq3(`retrieval${model}From`), "%"),
      printedCell(rq3(`retrieval${model}To`), "%"),
      printedCell(rq3(`retrieval${model}To`) - rq3(`retrieval${model}From`), "points"),
    ]),
  ],
  [
    "Here an example is a whole solved program before the file, as a base model in FIM form can read it; the paper's is a turn of a chat. Examples come from the 200 calibration tasks, never from the task's own function.",
  ],
);

export const VOTING = study(
  {
    id: "synconfroute-voting",
    title: "SynConfRoute 5.2: a vote of several samples",
    prefix: "voting-",
    example: "voting-10",
  },
  () => [
    [
      "paper",
      "1.5B",
      "10 votes, temperature 0.6 (its best)",
      "left-and-right",
      printedCell(rq3("voteGreedy"), "%"),
      printedCell(rq3("voteBest"), "%"),
      printedCell(rq3("voteGain"), "points"),
    ],
  ],
  ["The most frequent of N sampled answers; of equally frequent ones the first."],
);
