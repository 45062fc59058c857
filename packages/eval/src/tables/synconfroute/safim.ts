/** SynConfRoute, Table 3 and Figure 4: SAFIM by language and kind of hole. */
import { synConfRoute } from "@nearfirst/core";
import { routingWarning } from "../../methods/can-test-routing.js";
import { answerOf, clusterOf } from "../../methods/pair.js";
import { pairedGain, rightShare, routeTasks } from "../../methods/routed-task.js";
import { confidenceAt } from "../../methods/routing-methods.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { groupedBars } from "../../plots/grouped-bars.js";
import { SETTINGS } from "../../rows/row.js";
import { clusteredShare } from "../../scores/clustered-interval.js";
import { type Cell, percentCell, pointsCell, printedCell } from "../cell.js";
import { answersOf, type Evaluation, pairsOf, TIERS } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export const SAFIM_SPLITS = ["python", "java", "cpp"].flatMap((language) =>
  ["control", "block", "api"].map((task) => ({ language, task, benchmark: `safim-${task}-${language}` })),
);

export const SAFIM_QUALITY: EvaluationTable = {
  id: "synconfroute-table-3",
  title: "SynConfRoute, Table 3: SAFIM pass@1 by language and kind of hole",
  make(evaluation) {
    const own = SAFIM_SPLITS.flatMap(({ language, task, benchmark }) =>
      ownShares(evaluation, { language, task, benchmark }),
    );
    const paper = paperRows("synconfroute", "table-3").flatMap(({ model, ...shares }) =>
      Object.entries(shares).map(([split, share]): Cell[] => {
        const [language = "", task = ""] = split.split("_");
        return [`${model}`, "paper", language, task, "left-and-right", printedCell(100 * (share as number), "%")];
      }),
    );
    return {
      ...EMPTY,
      columns: ["model", "whose", "language", "hole", "setting", "pass@1"],
      rows: [...own, ...paper],
      notes: [
        "API holes have no tests: they are matched against the reference call, and never averaged with the others (reading R36).",
        "SAFIM's own protocol, with syntax-aware truncation, is used here; the paper's level suggests that it did without (S45).",
        INTERVALS,
      ],
      missing: SAFIM_SPLITS.flatMap(({ benchmark }) => missingPair(evaluation, benchmark)),
    };
  },
};

function ownShares(
  evaluation: Evaluation,
  { language, task, benchmark }: (typeof SAFIM_SPLITS)[number],
): readonly (readonly Cell[])[] {
  const sources = evaluation.sources.get(benchmark) ?? new Map();
  return TIERS.flatMap((tier) => {
    const file = answersOf(evaluation, { tier, benchmark, method: "plain" });
    if (file === null) return [];
    return SETTINGS.flatMap((setting) => {
      const rows = [...file.rows.values()].filter((row) => row.setting === setting);
      if (rows.length === 0) return [];
      const share = clusteredShare(
        rows.map((row) => ({
          cluster: clusterOf(row.task, sources),
          passed: answerOf(file, row.task, setting).judged.verdict === "passed",
        })),
      );
      return [[file.stem, "ours", language, task, setting, percentCell(share)]];
    });
  });
}

/** The paper carries its threshold over from HumanEval without retuning. */
const THRESHOLD = 0.7;

export const SAFIM_ROUTING: EvaluationTable = {
  id: "synconfroute-figure-4",
  title: "SynConfRoute, Figure 4: routing on SAFIM at the threshold 0.7",
  make(evaluation) {
    const pairs = SAFIM_SPLITS.flatMap((split) =>
      pairsOf(evaluation, split.benchmark).map((pair) => ({ ...split, pair })),
    );
    const own = pairs.map(({ language, task, pair }) => {
      const options = { measure: "tests", user: "accepts-all", networkMs: 0 } as const;
      const confidence = routeTasks(pair.tasks, confidenceAt(THRESHOLD), options);
      const routed = routeTasks(pair.tasks, synConfRoute({ threshold: THRESHOLD }), options);
      const large = clusteredShare(
        pair.tasks.map(({ cluster, evaluated }) => ({ cluster, passed: evaluated.tests.large.isRight })),
      );
      return { language, task, setting: pair.setting, confidence, routed, large };
    });
    const paper = paperRows("synconfroute", "figure-4");
    const bars = [
      ...own
        .filter(({ setting }) => setting === "left-and-right")
        .flatMap(({ language, task, confidence, routed, large }) => [
          {
            panel: "ours",
            group: `${language} ${task}`,
            bar: "confidence only",
            percent: 100 * rightShare(confidence).share,
          },
          { panel: "ours", group: `${language} ${task}`, bar: "SynConfRoute", percent: 100 * rightShare(routed).share },
          { panel: "ours", group: `${language} ${task}`, bar: "always larger", percent: 100 * large.share },
        ]),
      ...paper.flatMap(({ language, task, confOnlyPct, synConfRoutePct, always480bPct }) => [
        { panel: "paper", group: `${language} ${task}`, bar: "confidence only", percent: confOnlyPct as number },
        { panel: "paper", group: `${language} ${task}`, bar: "SynConfRoute", percent: synConfRoutePct as number },
        { panel: "paper", group: `${language} ${task}`, bar: "always larger", percent: always480bPct as number },
      ]),
    ];
    return {
      ...EMPTY,
      columns: ["language", "hole", "whose", "setting", "confidence only", "SynConfRoute", "gain", "always larger"],
      rows: [
        ...own.map(({ language, task, setting, confidence, routed, large }) => [
          language,
          task,
          "ours",
          setting,
          percentCell(rightShare(confidence)),
          percentCell(rightShare(routed)),
          pointsCell(pairedGain(routed, confidence)),
          percentCell(large),
        ]),
        ...paper.map(({ language, task, confOnlyPct, synConfRoutePct, always480bPct }) => [
          `${language}`,
          `${task}`,
          "paper",
          "left-and-right",
          printedCell(confOnlyPct as number, "%"),
          printedCell(synConfRoutePct as number, "%"),
          printedCell((synConfRoutePct as number) - (confOnlyPct as number), "points"),
          printedCell(always480bPct as number, "%"),
        ]),
      ],
      figures:
        own.length === 0 ? [] : [groupedBars({ bars, title: "Routing on SAFIM, threshold 0.7", axis: "right, %" })],
      notes: [...pairs.flatMap(({ pair }) => routingWarning(pair, "tests")), INTERVALS],
      missing: SAFIM_SPLITS.flatMap(({ benchmark }) => missingPair(evaluation, benchmark)),
      madeWith: pairs.map(({ pair }) => pairInWords(pair)),
    };
  },
};
