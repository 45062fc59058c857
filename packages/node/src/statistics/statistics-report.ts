/** The statistics as a whole, by day and by language; read in a thread of its own, so that no keystroke waits for it. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { NearfirstError, type RequestEvent, type Statistics, statisticsBy, statisticsOf } from "@nearfirst/core";
import { readEvents, type StoredEvent, statisticsFolder } from "./event-store.js";

export interface StatisticsReport {
  /** When the first event was, ISO 8601, UTC; null where there is none. */
  readonly from: string | null;
  readonly total: Statistics;
  /** Days with a request, in order. */
  readonly days: readonly { readonly day: string; readonly statistics: Statistics }[];
  /** The language with the most requests first. */
  readonly languages: readonly { readonly languageId: string; readonly statistics: Statistics }[];
}

export interface StatisticsQuery {
  readonly folder?: string;
  /** Milliseconds since 1970; by default all that is there. */
  readonly sinceMs?: number;
}

type StoredRequest = RequestEvent & Pick<StoredEvent, "at">;

/** In this thread. `day` is `YYYY-MM-DD` in local time. */
export async function statisticsReportOf({ folder, sinceMs }: StatisticsQuery): Promise<StatisticsReport> {
  const { events, from } = await readEvents({
    ...(folder === undefined ? {} : { folder }),
    ...(sinceMs === undefined ? {} : { since: new Date(sinceMs) }),
  });
  const days = statisticsBy<StoredRequest>(events, ({ at }) => dayOf(new Date(at)));
  const languages = [...statisticsBy<StoredRequest>(events, ({ languageId }) => languageId)];
  return {
    from,
    total: statisticsOf(events),
    days: [...days].map(([day, statistics]) => ({ day, statistics })),
    languages: languages
      .map(([languageId, statistics]) => ({ languageId, statistics }))
      .sort((one, other) => other.statistics.requests - one.statistics.requests),
  };
}

function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Rejects with a `NearfirstError` where the thread fails. */
export function readStatisticsReport({ sinceMs }: Omit<StatisticsQuery, "folder"> = {}): Promise<StatisticsReport> {
  const query: StatisticsQuery = { folder: statisticsFolder(), ...(sinceMs === undefined ? {} : { sinceMs }) };
  // By package name, so that the built file is found from the sources too.
  const script = createRequire(import.meta.url).resolve("@nearfirst/node/statistics-worker");
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: query, execArgv: [], stdout: true, stderr: true });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.once("message", resolve);
    worker.once("error", (cause) => reject(failure(cause.name, cause)));
    worker.once("exit", (code) => reject(failure(`exit code ${code}`)));
  });
}

function failure(detail: string, cause?: Error): NearfirstError {
  return new NearfirstError({
    code: "internal",
    message: `The statistics could not be read (${detail}). \`nearfirst stats\` may say more.`,
    cause,
  });
}
