/** The figures of `nearfirst stats`, from events. */
import type { ActionEvent, RequestEvent, StatisticsEvent } from "./event.js";

/** Counts by name, the largest first. */
export type Counts = Readonly<Record<string, number>>;

/** Milliseconds; null where nothing was timed. */
export interface Latency {
  readonly count: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

export interface Statistics {
  readonly requests: number;
  readonly outcomes: Counts;
  /** Suggestions on screen; typing on through one makes no new one. */
  readonly shown: number;
  /** Accepted as a whole. */
  readonly accepted: number;
  readonly partlyAccepted: number;
  readonly typedThrough: number;
  readonly rejected: number;
  /** Accepted in whole or in part, over shown; null where nothing was shown. */
  readonly acceptedShare: number | null;
  /** Accepted suggestions that were looked at again later, and those of which at least half was still there then. */
  readonly lookedAtAgain: number;
  readonly kept: number;
  /** Requests for which a large model was wanted, and why. */
  readonly escalated: number;
  readonly escalationReasons: Counts;
  /** Those of which something left this machine. */
  readonly sent: number;
  readonly withheldReasons: Counts;
  readonly largeErrors: Counts;
  /** Of the suggestions, the share for which nothing left this machine; null where there were none. */
  readonly privateShare: number | null;
  /** `reused`: answered without a model call. */
  readonly latency: Readonly<Record<"local" | "large" | "reused", Latency>>;
  /** Tokens of answers that a draft brought, each of which saved a pass through a model. */
  readonly draftTokens: { readonly local: number; readonly large: number };
  /** Prompt tokens that were not evaluated again, and requests without a model call. */
  readonly reusedTokens: number;
  readonly reusedAnswers: number;
}

/** Of an accepted suggestion as much must be left for it to count as kept. */
const KEPT_SHARE = 0.5;

/** Events in order of time. Those about suggestions that are not among them count all the same. */
export function statisticsOf(events: Iterable<StatisticsEvent>): Statistics {
  const requests: RequestEvent[] = [];
  const actions = new Map<ActionEvent["action"], Set<string>>();
  const keptShares = new Map<string, number>();
  for (const event of events) {
    if (event.type === "request") requests.push(event);
    else if (event.type === "survival") keptShares.set(event.suggestionId, event.keptShare);
    else actions.set(event.action, (actions.get(event.action) ?? new Set()).add(event.suggestionId));
  }
  const idsOf = (action: ActionEvent["action"]) => actions.get(action) ?? new Set<string>();
  const suggested = requests.filter((request) => request.outcome === "suggested");
  const isReused = ({ source }: RequestEvent) =>
    source === "cache" || source === "typed-through" || source === "in-flight";
  const shown = new Set<string | RequestEvent>(idsOf("shown"));
  for (const request of suggested) {
    // What is left of one that is typed through is no other suggestion, however often the editor says that it shows it.
    if (request.source === "typed-through") shown.delete(request.suggestionId ?? request);
    else if (request.seen !== "when-told") shown.add(request.suggestionId ?? request);
  }
  const accepted = idsOf("accepted");
  const partly = [...idsOf("partly-accepted")].filter((id) => !accepted.has(id));
  const attempts = requests.flatMap(({ large }) => (large === null ? [] : [large]));
  const ofTier = (tier: "local" | "large") =>
    latencyOf(suggested.filter((request) => request.tier === tier && !isReused(request)));

  return {
    requests: requests.length,
    outcomes: counted(requests.map(({ outcome }) => outcome)),
    shown: shown.size,
    accepted: accepted.size,
    partlyAccepted: partly.length,
    typedThrough: idsOf("typed-through").size,
    rejected: idsOf("rejected").size,
    acceptedShare: shareOf(accepted.size + partly.length, shown.size),
    lookedAtAgain: keptShares.size,
    kept: [...keptShares.values()].filter((share) => share >= KEPT_SHARE).length,
    escalated: attempts.length,
    escalationReasons: counted(attempts.map(({ reason }) => reason)),
    sent: attempts.filter(({ wasSent }) => wasSent).length,
    withheldReasons: counted(attempts.flatMap(({ withheld }) => withheld ?? [])),
    largeErrors: counted(attempts.flatMap(({ error }) => error ?? [])),
    privateShare: shareOf(
      suggested.filter(({ large, tier }) => large?.wasSent !== true && tier !== "large").length,
      suggested.length,
    ),
    latency: { local: ofTier("local"), large: ofTier("large"), reused: latencyOf(suggested.filter(isReused)) },
    draftTokens: {
      local: sumOf(requests.map(({ draftAccepted }) => draftAccepted)),
      large: sumOf(attempts.map(({ draftAccepted }) => draftAccepted)),
    },
    reusedTokens: sumOf(requests.map(({ tokensReused }) => tokensReused)),
    reusedAnswers: suggested.filter(isReused).length,
  };
}

function latencyOf(requests: readonly RequestEvent[]): Latency {
  const sorted = requests.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { count: sorted.length, medianMs: at(0.5), p95Ms: at(0.95) };
}

function counted(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((one, other) => other[1] - one[1]));
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
