/** One task in one setting, through the product's own `complete()`: a row, whatever happens. */
import { join } from "node:path";
import {
  alwaysLocal,
  type Capabilities,
  type CompletionRequest,
  checkStrictly,
  complete,
  type Outcome,
  outcomeReason,
  Session,
  type Stage,
  type Trace,
} from "@nearfirst/core";
import { uriOfPath } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { IndexedRepository } from "./repository-index.js";
import type { Row, Setting } from "./row.js";
import { timeStrictCheck } from "./time-strict-check.js";

/** Of token probabilities; what policies are told stays as it was. */
const SIGNIFICANT_DIGITS = 6;

export interface AnsweringCapabilities extends Capabilities {
  /** The index of the task's repository, which is then the retriever; null or absent where nothing is retrieved. */
  readonly repository?: IndexedRepository | null;
}

/** Rejects with the signal's reason once aborted, and for nothing else. */
export async function answerTask(
  task: BenchmarkTask,
  setting: Setting,
  { repository = null, ...capabilities }: AnsweringCapabilities,
  signal: AbortSignal,
): Promise<Row> {
  const request = requestOf(task, setting);
  const retriever = repository ?? capabilities.retriever;
  const local = { ...capabilities, retriever, policy: alwaysLocal, large: null };
  // As an editor has it: the file with the hole is an unsaved buffer, so that nothing comes from the one on the disk.
  await repository?.openDocument(request.document);
  const outcome = await complete(request, local, new Session(), signal);
  await repository?.closeDocument(request.document.uri);
  // An engine that ends in the same moment makes it a failure.
  signal.throwIfAborted();
  const { trace } = outcome;
  const { routing } = trace;
  const suggested = outcome.kind === "suggested" ? outcome.suggestion.text : null;
  const text = await truncated(task, suggested, capabilities, signal);
  const strict = await strictVerdict(task, text, capabilities, signal);
  return {
    task: task.id,
    setting,
    outcome: nameOf(outcome),
    text,
    ...(suggested === null || suggested === text ? {} : { uncut: suggested }),
    tokens: trace.tokens.map(({ text, probability, fromDraft }) => ({
      text,
      probability: Number(probability.toPrecision(SIGNIFICANT_DIGITS)),
      fromDraft,
    })),
    stopReason: trace.stopReason,
    rules: [...trace.rules],
    syntax: { live: trace.syntax?.kind ?? null, strict: strict.kind },
    facts: routing === null ? null : { ...routing.facts, rejection: null },
    promptTokens: trace.promptTokens,
    passes: trace.forwardPasses,
    ...(repository === null ? {} : { snippets: trace.snippets.length }),
    draft: trace.draft,
    ms: {
      total: rounded(trace.totalMs),
      firstTokens: trace.firstTokensMs === null ? null : rounded(trace.firstTokensMs),
      engine: rounded(trace.engineMs),
      ...(repository === null ? {} : { retrieve: rounded(stageMs(trace, "retrieve")) }),
      ...(strict.ms === null ? {} : { strict: rounded(strict.ms) }),
    },
  };
}

function stageMs({ stages }: Trace, name: Stage): number {
  return stages.filter(({ stage }) => stage === name).reduce((sum, { ms }) => sum + ms, 0);
}

function rounded(ms: number): number {
  return Number(ms.toFixed(2));
}

/** The request at the hole. With the left context alone the file ends there. */
export function requestOf(task: BenchmarkTask, setting: Setting): CompletionRequest {
  const { id, place, languageId, preamble, prefix, suffix, stopMode, maxTokens } = task;
  const before = preamble + prefix;
  const uri = place === null ? `file:///${id}` : uriOfPath(join(place.root, place.path));
  const document = { uri, languageId, text: setting === "left" ? before : before + suffix };
  return { document, offset: before.length, stopMode, maxTokens, trigger: "explicit" };
}

async function truncated(
  { truncate }: BenchmarkTask,
  text: string | null,
  { syntax }: Capabilities,
  signal: AbortSignal,
): Promise<string | null> {
  if (text === null || truncate === null) return text;
  const cut = await truncate(text, syntax?.parser ?? null, signal);
  signal.throwIfAborted();
  return cut;
}

interface StrictCheck {
  readonly kind: Row["syntax"]["strict"];
  /** Null where nothing was parsed. */
  readonly ms: number | null;
}

/** Of the whole text, as it is executed. */
async function strictVerdict(
  { prefix, suffix, languageId }: BenchmarkTask,
  completion: string | null,
  { syntax, clock }: Capabilities,
  signal: AbortSignal,
): Promise<StrictCheck> {
  if (completion === null || syntax === null) return { kind: null, ms: null };
  const { parser } = syntax;
  const text = prefix + completion + suffix;
  const { kind } = await checkStrictly(parser, text, languageId, signal);
  signal.throwIfAborted();
  if (kind === "unknown") return { kind, ms: null };
  const ms = await timeStrictCheck({ parser, clock }, { text, languageId }, signal);
  signal.throwIfAborted();
  return { kind, ms };
}

function nameOf(outcome: Outcome): string {
  const reason = outcomeReason(outcome);
  return reason === null ? outcome.kind : `${outcome.kind}: ${reason}`;
}
