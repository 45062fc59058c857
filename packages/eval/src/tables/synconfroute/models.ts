/** SynConfRoute, Table 2 and Figure 1: the models, and how good and how fast each is. */

import { answerOf, clusterOf } from "../../methods/pair.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import { qualityLatencyFigure } from "../../plots/quality-latency.js";
import { SETTINGS } from "../../rows/row.js";
import { clusteredShare } from "../../scores/clustered-interval.js";
import { median } from "../../scores/quantile.js";
import { type Cell, msCell, percentCell, printedCell } from "../cell.js";
import { type Evaluation, methodOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

export const MODELS: EvaluationTable = {
  id: "synconfroute-table-2",
  title: "SynConfRoute, Table 2: the models evaluated",
  make(evaluation) {
    const own = new Map(evaluation.files.map(({ header }) => [header.model.sha256, header]));
    return {
      ...EMPTY,
      columns: ["model", "whose", "size", "weights"],
      rows: [
        ...[...own.values()].map(({ model }) => [
          model.name,
          "ours",
          `${(model.fileBytes / 1e6).toFixed(1)} MB`,
          `SHA-256 ${model.sha256.slice(0, 12)}`,
        ]),
        ...paperRows("synconfroute", "table-2").map(({ model, size, serving }) => [
          `${model}`,
          "paper",
          `${size} parameters`,
          `by ${serving}`,
        ]),
      ],
      notes: [
        "Absolute numbers of such different models are not to be compared; what can agree is direction and mechanism.",
      ],
    };
  },
};

export const QUALITY_AND_LATENCY: EvaluationTable = {
  id: "synconfroute-figure-1",
  title: "SynConfRoute, Figure 1: quality and latency of each model on HumanEval-Infilling single-line",
  make(evaluation) {
    const own = ownModels(evaluation);
    const paper = paperRows("synconfroute", "figure-1").flatMap(({ model, pass1Pct, latencyMs }) =>
      typeof pass1Pct === "number"
        ? [{ model: `${model}`, setting: "left-and-right", pass1Pct, latencyMs: latencyMs as number | null }]
        : [],
    );
    const points = [
      // The picture has the paper's setting alone.
      ...own
        .filter(({ setting }) => setting === "left-and-right")
        .map(({ name, setting, share, medianMs }) => ({
          model: name,
          whose: "ours" as const,
          setting,
          percent: 100 * share.share,
          low: 100 * share.low,
          high: 100 * share.high,
          ms: medianMs,
        })),
      ...paper.flatMap(({ latencyMs, ...each }) =>
        latencyMs === null
          ? []
          : [{ ...each, whose: "paper" as const, percent: each.pass1Pct, low: null, high: null, ms: latencyMs }],
      ),
    ];
    const rows: Cell[][] = [
      ...own.map(({ name, setting, share, medianMs }) => [name, "ours", setting, percentCell(share), msCell(medianMs)]),
      ...paper.map(({ model, setting, pass1Pct, latencyMs }) => [
        model,
        "paper",
        setting,
        printedCell(pass1Pct, "%"),
        printedCell(latencyMs, "ms", 0),
      ]),
    ];
    return {
      ...EMPTY,
      columns: ["model", "whose", "setting", "pass@1", "median time"],
      rows,
      figures: points.length === 0 ? [] : [qualityLatencyFigure(points)],
      notes: [
        "The paper's figure shows 29 models; the points here are those whose numbers it prints. Its times are of accelerators, ours of a busy machine with two cores.",
        INTERVALS,
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
    };
  },
};

function ownModels(evaluation: Evaluation) {
  const sources = evaluation.sources.get(SINGLE_LINE) ?? new Map();
  return evaluation.files
    .filter(
      ({ header }) => header.benchmark === SINGLE_LINE && methodOf(header) === "plain" && (header.repeat ?? 1) === 1,
    )
    .flatMap((file) =>
      SETTINGS.flatMap((setting) => {
        const rows = [...file.rows.values()].filter((row) => row.setting === setting);
        if (rows.length === 0) return [];
        const share = clusteredShare(
          rows.map((row) => ({
            cluster: clusterOf(row.task, sources),
            passed: answerOf(file, row.task, setting).judged.verdict === "passed",
          })),
        );
        return [{ name: file.stem, setting, share, medianMs: median(rows.map(({ ms }) => ms.total)) }];
      }),
    );
}
