/** What `nearfirst calibrate` prints: both models alone, the operating points, the curve, the thresholds. */
import type { LargeModel, ModelProfile } from "@nearfirst/core";
import type {
  AnsweredHoles,
  ChosenThreshold,
  ChosenThresholds,
  EvaluatedRow,
  Objective,
  OperatingPoint,
} from "@nearfirst/node";
import { type Colors, table } from "../terminal.js";
import { drawCurve } from "./curve.js";
import { percent, wordsOf } from "./objective.js";
import type { TaskSource } from "./task-source.js";

export interface CalibrationReport extends AnsweredHoles {
  readonly source: TaskSource;
  readonly local: ModelProfile;
  readonly large: { readonly model: Pick<LargeModel, "name"> };
  readonly objective: Objective;
  readonly thresholds: ChosenThresholds;
}

/** A large model that adds less to the local one leaves a policy little to win. */
const LEAST_GAIN = 0.03;
const STEPS = 10;

interface Alone {
  /** Shares of all rows, in [0, 1]. */
  readonly local: number;
  readonly large: number;
  /** At least one of the two is right. */
  readonly either: number;
}

function aloneOf(rows: readonly EvaluatedRow[]): Alone {
  const share = (isRight: (row: EvaluatedRow) => boolean) => rows.filter(isRight).length / Math.max(1, rows.length);
  return {
    local: share(({ local }) => local.isRight),
    large: share(({ large }) => large.isRight),
    either: share(({ local, large }) => local.isRight || large.isRight),
  };
}

export function reportLines(report: CalibrationReport, colors: Colors): string[] {
  const { source, rows, withoutRow, local, large, objective, thresholds } = report;
  const { all, languages } = thresholds;
  const alone = aloneOf(rows);
  return [
    colors.bold(`${source.holes.length} tasks of ${source.words}, ${rows.length} answered by both models`),
    ...[...withoutRow].map(([reason, count]) => `  ${count} without both answers: ${reason}`),
    "",
    ...table(
      [
        ["local model alone", percent(alone.local), local.name],
        ["large model alone", percent(alone.large), large.model.name],
        ["either of them", percent(alone.either), "no policy can do better"],
      ],
      [1],
    ),
    ...(alone.large - alone.local < LEAST_GAIN
      ? [`! The large model adds ${points(alone.large - alone.local)} to the local one: little to gain by asking it.`]
      : []),
    "",
    ...pointTable(all),
    "",
    ...drawCurve(all.points, all.chosen),
    "",
    `For ${wordsOf(objective)}:`,
    ...table([
      thresholdRow("all languages", all),
      ...[...languages].map(([languageId, chosen]) => thresholdRow(languageId, chosen)),
    ]),
    `One task is ${points(1 / Math.max(1, rows.length))}: thresholds near by may be as good.`,
  ];
}

function pointTable({ points: all, chosen }: ChosenThreshold): string[] {
  const rows = shownPoints(all, chosen).map((point) => [
    point === chosen ? "◆" : "",
    point.threshold.toFixed(3),
    percent(point.rightShare),
    percent(point.escalatedShare),
    `${Math.round(point.meanMs)} ms`,
    `${Math.round(point.p95Ms)} ms`,
  ]);
  return table([["", "THRESHOLD", "RIGHT", "ESCALATED", "MEAN", "P95"], ...rows], [1, 2, 3, 4, 5]);
}

/** About one point for each tenth of escalated requests, and the chosen one. */
export function shownPoints(all: readonly OperatingPoint[], chosen: OperatingPoint | null): OperatingPoint[] {
  const shown = new Set<OperatingPoint>();
  for (let step = 0; step <= STEPS; step++) {
    const distance = ({ escalatedShare }: OperatingPoint) => Math.abs(escalatedShare - step / STEPS);
    const nearest = all.reduce((best, point) => (distance(point) < distance(best) ? point : best));
    shown.add(nearest);
  }
  if (chosen !== null) shown.add(chosen);
  return all.filter((point) => shown.has(point));
}

function thresholdRow(name: string, { tasks, chosen }: ChosenThreshold): string[] {
  const found =
    chosen === null
      ? ["none", "no threshold keeps the limit"]
      : [
          chosen.threshold.toFixed(3),
          `${percent(chosen.rightShare)} right, ${percent(chosen.escalatedShare)} escalated`,
        ];
  return [`  ${name}`, ...found, `${tasks} tasks`];
}

function points(share: number): string {
  return `${(100 * share).toFixed(1)} points`;
}

/** The same for programs; `path`: where the calibration was written, null where it was not. */
export function reportJson(report: CalibrationReport, path: string | null): object {
  const { source, rows, withoutRow, local, large, objective, thresholds } = report;
  return {
    version: 1,
    source: { kind: source.kind, path: source.path, seed: source.seed },
    local: local.name,
    large: large.model.name,
    objective,
    asked: source.holes.length,
    answered: rows.length,
    withoutAnswer: Object.fromEntries(withoutRow),
    alone: aloneOf(rows),
    ...thresholds.all,
    languages: Object.fromEntries([...thresholds.languages].map(([id, { tasks, chosen }]) => [id, { tasks, chosen }])),
    writtenTo: path,
  };
}
