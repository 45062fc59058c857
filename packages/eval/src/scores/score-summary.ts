/** Rows and verdicts as figures, one block a setting. */
import { SETTINGS, type Setting } from "../rows/row.js";
import { type ClusteredShare, clusteredShare } from "./clustered-interval.js";
import type { JudgedTaskRow } from "./judge-rows.js";
import { median, quantile } from "./quantile.js";

/** Percentages in [0, 100], with the ends of their 95 % interval. */
export interface PercentWithInterval {
  readonly count: number;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

export interface SettingScore {
  readonly setting: Setting;
  readonly tasks: number;
  /** Functions, or repositories, of which several tasks are; intervals count by them. */
  readonly clusters: number;
  /** Of verdicts: by tests, or by what the benchmark has instead of them (`judgedBy`). */
  readonly passAt1: PercentWithInterval;
  readonly designEffect: number;
  readonly exactMatch: PercentWithInterval;
  /** Mean, in [0, 1]. */
  readonly editSimilarity: number;
  /** Both by RepoEval's scorer; null where tasks do not stand in repositories. */
  readonly repoEval: { readonly exactMatch: PercentWithInterval; readonly editSimilarity: number } | null;
  /** How often each way a request ended, and each verdict. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, number>>;
  /** What the strict syntax gate says of the suggestions; and those of them that it rejects though they pass. */
  readonly strictSyntax: Readonly<Record<string, number>>;
  readonly rejectedThoughPassed: number;
  /** Answers that the limit of tokens cut off. */
  readonly cutAtTokenLimit: number;
  /** Requests with a draft from the file, and what of its tokens was taken. */
  readonly drafts: { readonly requests: number; readonly offeredTokens: number; readonly acceptedTokens: number };
  readonly medianMs: number;
  readonly p95Ms: number;
}

export function settingScores(rows: readonly JudgedTaskRow[]): readonly SettingScore[] {
  return SETTINGS.flatMap((setting) => {
    const own = rows.filter(({ row }) => row.setting === setting);
    return own.length === 0 ? [] : [scoreOf(setting, own)];
  });
}

function scoreOf(setting: Setting, rows: readonly JudgedTaskRow[]): SettingScore {
  const shareOf = (isIn: (each: JudgedTaskRow) => boolean) =>
    clusteredShare(rows.map((each) => ({ cluster: each.task.cluster, passed: isIn(each) })));
  const passes = shareOf(({ judged }) => judged.verdict === "passed");
  const drafts = rows.flatMap(({ row }) => (row.draft === null ? [] : [row.draft]));
  const times = rows.map(({ row }) => row.ms.total);
  return {
    setting,
    tasks: rows.length,
    clusters: passes.clusters,
    passAt1: percentOf(passes),
    designEffect: rounded(passes.designEffect, 2),
    exactMatch: percentOf(shareOf(({ judged }) => judged.isExact)),
    editSimilarity: rounded(sum(rows, ({ judged }) => judged.editSimilarity) / rows.length, 4),
    repoEval: rows.every(({ judged }) => judged.repoEval !== undefined)
      ? {
          exactMatch: percentOf(shareOf(({ judged }) => judged.repoEval?.isExact === true)),
          editSimilarity: rounded(sum(rows, ({ judged }) => judged.repoEval?.editSimilarity ?? 0) / rows.length, 4),
        }
      : null,
    outcomes: countsOf(rows, ({ row }) => row.outcome),
    verdicts: countsOf(rows, ({ judged }) =>
      judged.error === null ? judged.verdict : `${judged.verdict}: ${judged.error}`,
    ),
    strictSyntax: countsOf(rows, ({ row }) => row.syntax.strict ?? "not asked"),
    rejectedThoughPassed: rows.filter(
      ({ row, judged }) => row.syntax.strict === "invalid" && judged.verdict === "passed",
    ).length,
    cutAtTokenLimit: rows.filter(({ row }) => row.stopReason === "max-tokens").length,
    drafts: {
      requests: drafts.length,
      offeredTokens: sum(drafts, ({ offeredTokens }) => offeredTokens),
      acceptedTokens: sum(drafts, ({ acceptedTokens }) => acceptedTokens),
    },
    medianMs: rounded(median(times), 1),
    p95Ms: rounded(quantile(times, 0.95), 1),
  };
}

function percentOf({ passed, share, low, high }: ClusteredShare): PercentWithInterval {
  return { count: passed, percent: rounded(100 * share, 2), low: rounded(100 * low, 2), high: rounded(100 * high, 2) };
}

/** Most frequent first. */
function countsOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)));
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
