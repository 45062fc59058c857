/** Measurements as figures: sums over all tasks, times as means in milliseconds. */
import { mean, rounded } from "../statistics.js";
import type { CapturedRequests } from "./captured-request.js";
import type { Measured } from "./measure.js";

/** What the second retrieval changed (MCCom 3.4, Eq. 1); of the large model's own answers, in percent of all tasks. */
export function retrievalSummary(captured: readonly CapturedRequests[]): object {
  const percent = (isCounted: (each: CapturedRequests) => boolean) =>
    rounded((100 * captured.filter(isCounted).length) / captured.length, 1);
  return {
    otherSnippetsPercent: percent(({ once, iterative }) => snippetsOf(once) !== snippetsOf(iterative)),
    rightWithOneRetrievalPercent: percent(({ once }) => once.isRight),
    rightWithTwoRetrievalsPercent: percent(({ iterative }) => iterative.isRight),
    wonByTheSecond: captured.filter(({ once, iterative }) => !once.isRight && iterative.isRight).length,
    lostByTheSecond: captured.filter(({ once, iterative }) => once.isRight && !iterative.isRight).length,
  };
}

function snippetsOf({ request }: CapturedRequests["once"]): string {
  return JSON.stringify(request.prompt.snippets);
}

export function draftSummary(measured: readonly Measured[]): object {
  const sum = (value: (each: Measured) => number | null) =>
    measured.reduce<number | null>((total, each) => {
      const own = value(each);
      return total === null || own === null ? null : total + own;
    }, 0);
  const [passesWithout, passesWith] = [sum((each) => each.passesWithout), sum((each) => each.passesWith)];
  const offered = measured.filter(({ draftOffered }) => draftOffered > 0);
  const share = (part: number | null, whole: number | null) =>
    part === null || whole === null || whole === 0 ? null : rounded(part / whole, 3);
  return {
    requests: measured.length,
    requestsWithDraft: offered.length,
    acceptedShare: share(
      sum((each) => each.draftAccepted),
      sum((each) => each.draftOffered),
    ),
    wholeDraftsAcceptedShare: share(
      offered.filter(({ draftOffered, draftAccepted }) => draftOffered === draftAccepted).length,
      offered.length,
    ),
    passesWithout,
    passesWith,
    passesRatio: share(passesWith, passesWithout),
    sameAnswers: measured.filter(({ difference }) => difference === null).length,
    delays: (measured[0]?.timings ?? []).map(({ delayMs }, at) => {
      const withoutMs = mean(measured.map(({ timings }) => timings[at]?.withoutMs ?? Number.NaN));
      const withMs = mean(measured.map(({ timings }) => timings[at]?.withMs ?? Number.NaN));
      return {
        delayMs,
        withoutMs: rounded(withoutMs),
        withMs: rounded(withMs),
        msRatio: rounded(withMs / withoutMs, 3),
      };
    }),
  };
}
