/** Scores for people. */
import type { JudgedBy, PercentWithInterval, RowsHeader, SettingScore } from "@nearfirst/eval";
import { table } from "../terminal.js";

export interface ScoreReport extends Omit<RowsHeader, "format" | "model"> {
  readonly model: Omit<RowsHeader["model"], "identity">;
  readonly tasks: number;
  /** How many the benchmark has. */
  readonly of: number;
  /** Of the sample, or of holes that were drawn; null for all tasks that the benchmark has. */
  readonly seed: number | null;
  readonly judgedBy: JudgedBy;
  readonly sandbox: string;
  readonly scores: readonly SettingScore[];
}

export function scoreLines(report: ScoreReport): readonly string[] {
  const { benchmark, tasks, of, seed, model, settings, nearfirst, judgedBy, scores } = report;
  const sample = seed === null ? `all ${of} tasks` : `${tasks} of ${of} tasks (seed ${seed})`;
  const drafts =
    settings.draftWeight > 0 ? `copies count with weight ${settings.draftWeight}` : "copies count for nothing";
  const retrieval = settings.retrieval === "on" ? "other files as context" : "no other files";
  const columns = columnsOf(judgedBy, scores);
  const rows = scores.map((score) => columns.map(({ wordsOf }) => wordsOf(score)));
  return [
    `${benchmark}, ${sample}; ${model.name}, ${drafts}, ${retrieval}; Nearfirst ${nearfirst}`,
    "",
    ...table(
      [columns.map(({ head }) => head), ...rows],
      columns.flatMap(({ isNumber }, at) => (isNumber ? [at] : [])),
    ),
    "",
    ...scores.flatMap(({ setting, verdicts, outcomes }) => [
      `${setting}: ${countsInWords(verdicts)}`,
      `  requests: ${countsInWords(outcomes)}`,
    ]),
  ];
}

interface Column {
  readonly head: string;
  readonly isNumber: boolean;
  readonly wordsOf: (score: SettingScore) => string;
}

const VERDICTS: Readonly<Record<Exclude<JudgedBy, "exact">, string>> = { tests: "pass@1 %", match: "match %" };

/** An interval stands beside what the verdicts come from. */
function columnsOf(judgedBy: JudgedBy, scores: readonly SettingScore[]): readonly Column[] {
  const number = (head: string, wordsOf: Column["wordsOf"]): Column => ({ head, isNumber: true, wordsOf });
  const interval = (of: (score: SettingScore) => PercentWithInterval): Column => ({
    head: "95 % interval",
    isNumber: false,
    wordsOf: (score) => `${of(score).low.toFixed(1)} to ${of(score).high.toFixed(1)}`,
  });
  const verdicts =
    judgedBy === "exact"
      ? []
      : [number(VERDICTS[judgedBy], ({ passAt1 }) => passAt1.percent.toFixed(1)), interval(({ passAt1 }) => passAt1)];
  const repoEval = scores.every((score) => score.repoEval !== null)
    ? [
        number("RepoEval's exact %", (score) => score.repoEval?.exactMatch.percent.toFixed(1) ?? ""),
        number("its similarity", (score) => score.repoEval?.editSimilarity.toFixed(3) ?? ""),
      ]
    : [];
  return [
    { head: "setting", isNumber: false, wordsOf: ({ setting }) => setting },
    number("tasks", ({ tasks }) => `${tasks}`),
    ...verdicts,
    number("exact %", ({ exactMatch }) => exactMatch.percent.toFixed(1)),
    ...(judgedBy === "exact" ? [interval(({ exactMatch }) => exactMatch)] : []),
    number("edit similarity", ({ editSimilarity }) => editSimilarity.toFixed(3)),
    ...repoEval,
    number("parses %", ({ strictSyntax, tasks }) => ((100 * (strictSyntax["valid"] ?? 0)) / tasks).toFixed(1)),
    number("median ms", ({ medianMs }) => medianMs.toFixed(0)),
  ];
}

function countsInWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
