/** `nearfirst stats`: how often suggestions were shown, accepted and kept, what was escalated and why, how fast it was. */
import { type Counts, type Latency, type Statistics, statisticsOf } from "@nearfirst/core";
import { readEvents, statisticsFolder } from "@nearfirst/node";
import { sinceDate } from "../since.js";
import { colorsOf, jsonText, printable, table } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface StatsOptions {
  readonly json?: true;
  readonly since?: string;
}

export async function runStats({ json, since }: StatsOptions): Promise<number> {
  const { events, from } = await readEvents(since === undefined ? {} : { since: sinceDate(since) });
  const statistics = statisticsOf(events);
  if (json) {
    process.stdout.write(`${jsonText({ version: 1, from, ...statistics })}\n`);
    return EXIT.ok;
  }
  const lines =
    events.length === 0
      ? ["Nothing has been counted yet. Suggestions in an editor are, unless `statistics.enabled` is false."]
      : [colorsOf().bold(`Since ${from?.slice(0, 16).replace("T", " ")} UTC`), ...table(rowsOf(statistics))];
  lines.push(
    "",
    `The counts lie in ${statisticsFolder()} and hold no code.`,
    "What editors and clients of `nearfirst serve` ask for is counted; `nearfirst audit` lists all that left this machine.",
  );
  process.stdout.write(`${lines.map(printable).join("\n")}\n`);
  return EXIT.ok;
}

function rowsOf(statistics: Statistics): string[][] {
  const { latency, draftTokens } = statistics;
  return [
    ["requests", String(statistics.requests), countsOf(statistics.outcomes)],
    ["shown", String(statistics.shown), ""],
    ["accepted", String(statistics.accepted), acceptedWords(statistics)],
    ["rejected", String(statistics.rejected), `typed by hand instead ${statistics.typedThrough}`],
    ["kept", String(statistics.kept), `of ${statistics.lookedAtAgain} that were looked at again`],
    ["escalated", String(statistics.escalated), countsOf(statistics.escalationReasons)],
    ["  sent", String(statistics.sent), countsOf(statistics.largeErrors)],
    ["  withheld", String(totalOf(statistics.withheldReasons)), countsOf(statistics.withheldReasons)],
    ["private share", share(statistics.privateShare), "suggestions for which nothing left this machine"],
    ["local model", ...latencyWords(latency.local)],
    ["large model", ...latencyWords(latency.large)],
    ["no model", ...latencyWords(latency.reused)],
    ["tokens saved", String(draftTokens.local + draftTokens.large), "of answers, by drafts"],
    ["", String(statistics.reusedTokens), "of prompts, by reuse"],
  ];
}

function acceptedWords({ acceptedShare, partlyAccepted }: Statistics): string {
  const words = acceptedShare === null ? [] : [`${share(acceptedShare)} of those shown`];
  return [...words, `in part ${partlyAccepted}`].join(", ");
}

function latencyWords({ count, medianMs, p95Ms }: Latency): [string, string] {
  if (medianMs === null || p95Ms === null) return ["–", ""];
  return [`${Math.round(medianMs)} ms`, `median of ${count}; 95 in 100 within ${Math.round(p95Ms)} ms`];
}

function share(value: number | null): string {
  return value === null ? "–" : `${(100 * value).toFixed(1)} %`;
}

function countsOf(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
