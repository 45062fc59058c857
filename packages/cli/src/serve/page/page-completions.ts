/** The page's completions: answered like everybody's, and told in full, with what the request did beyond its trace. */
import { z } from "zod";
import { explanationFor } from "../../complete/explain.js";
import { factsOf } from "../answer-facts.js";
import { LONGEST_TEXT } from "../code-request.js";
import type { CodeAnswer, Completions } from "../completions.js";
import { type Route, route } from "../route.js";
import type { ProjectFiles } from "./project-files.js";
import { WatchedRequest } from "./watched-request.js";
import type { AskedCompletion, CompletionReport, SentBody, ToldEvent } from "./wire.js";

/** Requests of which it can be asked later what became of them; each may hold code and a body that left. */
const MOST_KEPT = 128;

const text = z.string().max(LONGEST_TEXT);

const asked = z.object({
  id: z.string().max(100),
  tab: z.string().max(100),
  path: z.string().max(4_000),
  languageId: z.string().max(100),
  prefix: text,
  suffix: text,
  trigger: z.enum(["automatic", "explicit"]),
}) satisfies z.ZodType<AskedCompletion>;

const told = z.object({
  suggestionId: z.string().max(100),
  action: z.enum(["shown", "accepted", "dismissed"]),
}) satisfies z.ZodType<ToldEvent>;

interface KeptRequest {
  readonly id: string;
  readonly tab: string;
  readonly watched: WatchedRequest;
  /** Null until it has ended. */
  answer: CodeAnswer | null;
}

export function pageCompletionRoutes(completions: Completions, files: ProjectFiles | null): readonly Route[] {
  const kept = new Map<string, KeptRequest>();
  const keep = (request: KeptRequest): void => {
    kept.set(request.id, request);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const report = (request: KeptRequest): CompletionReport[] =>
    request.answer === null ? [] : [reportOf(request.answer, request, sentBefore(request, [...kept.values()]))];
  return [
    route({
      method: "POST",
      path: "/page/completions",
      summary: "The page: the code at a cursor, and all that was done for it",
      access: "page",
      body: asked,
      reply: null,
      async answer({ body, gone }) {
        const { id, tab, prefix, suffix, path, languageId, trigger } = body;
        const watched = new WatchedRequest(prefix);
        const request: KeptRequest = { id, tab, watched, answer: null };
        keep(request);
        request.answer = await completions.answer(
          {
            prefix,
            suffix,
            path: files === null ? null : files.pathOf(path),
            languageId,
            snippets: [],
            trigger,
            maxTokens: null,
            stopMode: null,
            stopTexts: [],
            client: `page ${tab}`,
          },
          gone,
          (capabilities) => watched.watch(capabilities),
        );
        return { kind: "json", value: report(request)[0] };
      },
    }),
    route({
      method: "GET",
      path: "/page/reports",
      summary: "The page: what became of requests that it did not wait for, or that went on",
      access: "page",
      body: null,
      reply: null,
      async answer({ query }) {
        const ids = new Set((query.get("ids") ?? "").split(","));
        const value: readonly CompletionReport[] = [...kept.values()].filter(({ id }) => ids.has(id)).flatMap(report);
        return { kind: "json", value };
      },
    }),
    route({
      method: "POST",
      path: "/page/events",
      summary: "The page: what became of a suggestion",
      access: "page",
      body: told,
      reply: null,
      async answer({ body: { suggestionId, action } }) {
        completions.told(action, suggestionId);
        return { kind: "nothing" };
      },
    }),
  ];
}

/** What the tab's latest request before this one had sent, where this one waited for that. `all` in the order of asking. */
function sentBefore({ id, tab, watched, answer }: KeptRequest, all: readonly KeptRequest[]): readonly SentBody[] {
  if (answer === null || answer.outcome.kind === "declined" || watched.sent.length > 0) return [];
  const { large, routing } = answer.outcome.trace;
  // A question of its own was asked for the reason that the policy gave.
  if (large === null || large.reason === routing?.reason) return [];
  const before = all.slice(
    0,
    all.findIndex((each) => each.id === id),
  );
  return before.findLast((each) => each.tab === tab && each.watched.sent.length > 0)?.watched.sent ?? [];
}

function reportOf(
  answer: CodeAnswer,
  { id, watched: { found, sent, syntaxPlace } }: KeptRequest,
  before: readonly SentBody[],
): CompletionReport {
  const { outcome, tier, reason } = factsOf(answer);
  return {
    id,
    found,
    sent,
    sentBefore: before,
    suggestionId: answer.text === "" ? null : answer.id,
    text: answer.text,
    outcome,
    tier,
    reason,
    explanation: explanationOf(answer.outcome),
    trace: answer.outcome.kind === "declined" ? null : answer.outcome.trace,
    syntaxPlace,
  };
}

function explanationOf(outcome: CodeAnswer["outcome"]): string | null {
  if (outcome.kind === "failed") return outcome.error.message;
  if (!("reason" in outcome)) return null;
  const known = explanationFor(outcome.reason);
  return known === null ? null : `${known.why[0]?.toUpperCase()}${known.why.slice(1)}. ${known.next}`;
}
