/** The requests of this tab, those too that it did not wait for; in the memory of the page alone. */
import { useCallback, useRef, useState } from "preact/hooks";
import type { Daemon } from "../daemon.js";
import type { AnsweredRequest, AskedPlace } from "../editor/ghost-text.js";
import { announce } from "../live-region.js";
import { explanationOf } from "../outcome-words.js";
import type { CompletionReport } from "../wire.js";

/** More than anybody looks back to; each holds code. */
const MOST_REQUESTS = 200;

/** What was left behind is asked for once nobody types. */
const QUIET_MS = 700;

/** When the large model's part is looked at again, after the answer, in milliseconds. */
const LOOK_AGAIN_MS = [1_000, 4_000];

export interface RequestLog {
  /** The newest first. */
  readonly requests: readonly AnsweredRequest[];
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly onLeft: (place: AskedPlace) => void;
}

export function useRequestLog(daemon: Daemon): RequestLog {
  const [requests, setRequests] = useState<readonly AnsweredRequest[]>([]);
  const left = useRef<readonly AskedPlace[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const add = (added: readonly AnsweredRequest[]) => setRequests((before) => withRequests(before, added));

  const lookAgain = async (places: readonly AskedPlace[]): Promise<void> => {
    const ids = places.map(({ id }) => id).join(",");
    // Nothing depends on it: where the daemon has ended, the next request says so.
    const reports = await daemon.get<readonly CompletionReport[]>(`/page/reports?ids=${ids}`).catch(() => []);
    add(
      reports.flatMap((report) => {
        const place = places.find(({ id }) => id === report.id);
        return place === undefined ? [] : [{ waitedMs: null, ...place, report }];
      }),
    );
  };

  const onAnswered = useCallback((request: AnsweredRequest) => {
    const { report, trigger } = request;
    add([request]);
    if (report.outcome !== "suggested" && trigger === "explicit") announce(explanationOf(report));
    const isUndecided = ["pending", "late", "outdated"].includes(report.trace?.large?.outcome ?? "");
    if (isUndecided) for (const ms of LOOK_AGAIN_MS) setTimeout(() => void lookAgain([request]), ms);
  }, []);

  const onLeft = useCallback((place: AskedPlace) => {
    left.current = [...left.current, place];
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const places = left.current;
      left.current = [];
      void lookAgain(places);
    }, QUIET_MS);
  }, []);

  return { requests, onAnswered, onLeft };
}

/** In the order of asking, the newest first; a request that was there is replaced. */
function withRequests(
  before: readonly AnsweredRequest[],
  added: readonly AnsweredRequest[],
): readonly AnsweredRequest[] {
  const all = new Map([...before, ...added].map((request) => [request.id, request]));
  return [...all.values()].sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, MOST_REQUESTS);
}
