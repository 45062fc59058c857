/** SynConfRoute 6: what might count against a local answer, and how many right and wrong ones each signal rejects. */
import { quotedForShell } from "@nearfirst/node";
import type { Pair, PairedTask } from "../../methods/pair.js";
import { FORMS, type Form, rejectsAnswer, rejectsGold } from "../../signals/rejections.js";
import { type SignalRow, type SignalsFile, signalKeyOf } from "../../signals/signal-file.js";
import { SIGNAL_TOOLS } from "../../signals/signal-tools.js";
import { type Cell, shareCell } from "../cell.js";
import { allPairs, answersOf, type Evaluation, SINGLE_LINE } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export interface Signal {
  readonly name: string;
  readonly rejects: (task: PairedTask) => boolean;
  /** Of what really stands in the hole; null where it is not looked at. */
  readonly rejectsGold: ((task: PairedTask) => boolean) | null;
  /** A tool that takes whatever it finds for a fault. */
  readonly isPlainTool?: true;
}

const OWN_SIGNALS: readonly Signal[] = [
  {
    name: "strict syntax gate: the file does not parse",
    rejects: ({ local }) => local.row.syntax.strict === "invalid",
    rejectsGold: null,
  },
  {
    name: "differential gate: the answer broke it",
    rejects: ({ local }) => local.row.syntax.live === "invalid",
    rejectsGold: null,
  },
  {
    name: "confidence below 0.7",
    rejects: ({ local }) => (local.row.facts?.confidence?.geometricMean ?? 0) < 0.7,
    rejectsGold: null,
  },
  {
    name: "the large model answers otherwise",
    rejects: ({ local, large }) => (local.row.text ?? "").trim() !== (large.row.text ?? "").trim(),
    rejectsGold: null,
  },
  {
    name: "cut off at the limit of tokens",
    rejects: ({ local }) => local.row.stopReason === "max-tokens",
    rejectsGold: null,
  },
  { name: "blank", rejects: ({ local }) => local.row.facts?.isBlank ?? false, rejectsGold: null },
];

const WORDS: Readonly<Record<Form, string>> = {
  plain: "anything found",
  differential: "found, and not with a neutral statement instead",
};

/** What rows hold, and what was found by tools that were asked about all answers of the local model. */
export function signalsOf(evaluation: Evaluation, pair: Pair): readonly Signal[] {
  return [...OWN_SIGNALS, ...toolsAskedOf(evaluation, pair).flatMap((file) => FORMS.map((form) => ofTool(file, form)))];
}

function ofTool({ header, rows }: SignalsFile, form: Form): Signal {
  const { name, version } = header.tool;
  const rowOf = ({ local }: PairedTask) => rows.get(signalKeyOf(local.row));
  const by = (judge: (row: SignalRow, form: Form) => boolean) => (task: PairedTask) => {
    const row = rowOf(task);
    return row !== undefined && judge(row, form);
  };
  return {
    name: `${name} ${version}: ${WORDS[form]}`,
    rejects: by(rejectsAnswer),
    rejectsGold: by(rejectsGold),
    ...(form === "plain" ? { isPlainTool: true } : {}),
  };
}

/** Files that lack an answer say nothing: it would count as one that is not rejected. */
function toolsAskedOf(evaluation: Evaluation, { benchmark, tasks }: Pair): readonly SignalsFile[] {
  const file = answersOf(evaluation, { tier: "local", benchmark, method: "plain" });
  return (file?.signals ?? []).filter(({ header, rows }) => {
    const isOfRows = header.modelSha256 === file?.header.model.sha256;
    return isOfRows && tasks.every(({ local: { row } }) => row.text === null || rows.has(signalKeyOf(row)));
  });
}

/** For each tool that was not asked about all answers: what to run. */
export function missingTools(evaluation: Evaluation, pair: Pair): readonly string[] {
  const asked = new Set(toolsAskedOf(evaluation, pair).map(({ header }) => header.tool.name));
  const { path = "ROWS" } = answersOf(evaluation, { tier: "local", benchmark: pair.benchmark, method: "plain" }) ?? {};
  const [linter, typeChecker] = SIGNAL_TOOLS;
  return SIGNAL_TOOLS.filter(({ name }) => !asked.has(name)).map(
    (tool) =>
      `${tool.name} was not asked about all answers of the local model: \`nearfirst eval signals ${quotedForShell(path)} ${tool === linter ? "--linter" : tool === typeChecker ? "--types" : ""}\``,
  );
}

export const FALSE_POSITIVES: EvaluationTable = {
  id: "synconfroute-false-positives",
  title: "SynConfRoute 6: how many right and wrong local answers each signal rejects",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "signal",
        "right answers rejected",
        "wrong answers rejected",
        "wrong ones that parse",
        "true code rejected",
      ],
      rows: pairs.flatMap((pair) => {
        const suggested = pair.tasks.filter(({ local }) => local.row.text !== null);
        const right = pair.tasks.filter(({ evaluated }) => evaluated.tests.local.isRight);
        const wrong = suggested.filter(({ evaluated }) => !evaluated.tests.local.isRight);
        const parsing = wrong.filter(({ local }) => local.row.syntax.strict !== "invalid");
        const cell = (tasks: typeof wrong, rejects: Signal["rejectsGold"]) =>
          tasks.length === 0 || rejects === null ? null : shareCell(tasks.filter(rejects).length, tasks.length);
        return signalsOf(evaluation, pair).map(({ name, rejects, rejectsGold: ofGold }): Cell[] => [
          pair.benchmark,
          pair.setting,
          name,
          cell(right, rejects),
          cell(wrong, rejects),
          cell(parsing, rejects),
          cell(suggested, ofGold),
        ]);
      }),
      notes: [
        "Wrong answers: those that were suggested. What the product itself had dropped is in neither column, most of it by the differential gate.",
        "True code: the published program, of the tasks with a suggestion; whatever is found there is found in error. A neutral statement takes the place of the answer's as in the differential syntax gate; where none can, nothing is rejected.",
        "The paper names linting, types and agreement of models without a number.",
        ...new Set(pairs.flatMap((pair) => toolsAskedOf(evaluation, pair).map(toolInWords))),
        ...pairs.flatMap((pair) => withoutNeutral(evaluation, pair)),
      ],
      missing: [
        ...missingPair(evaluation, SINGLE_LINE),
        ...pairs
          .filter(({ benchmark }) => benchmark === SINGLE_LINE)
          .slice(0, 1)
          .flatMap((pair) => missingTools(evaluation, pair)),
      ],
      madeWith: pairs.map(pairInWords),
    };
  },
};

function toolInWords({ header }: SignalsFile): string {
  const { name, version, rules } = header.tool;
  return `${name} ${version} was asked for ${rules}.`;
}

/** How often the differential form says nothing. */
function withoutNeutral(evaluation: Evaluation, pair: Pair): readonly string[] {
  const [file] = toolsAskedOf(evaluation, pair);
  if (file === undefined) return [];
  const rows = pair.tasks.flatMap(({ local }) => file.rows.get(signalKeyOf(local.row)) ?? []);
  const without = rows.filter(({ neutral }) => neutral === null).length;
  return [
    `${pair.benchmark}, ${pair.setting}: in the place of ${without} of ${rows.length} answers no neutral statement can stand.`,
  ];
}
