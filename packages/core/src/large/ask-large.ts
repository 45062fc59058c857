/** One question to the large model: retrieve again, let the rules release the prompt, generate (MCCom 3.3 and 3.4). */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { Retriever, SecondQuery } from "../engine.js";
import { stopStateOf } from "../inference/stop.js";
import { holdsPlaceholder } from "../privacy/placeholder.js";
import { type Draft, type ReleaseRecord, release, type WithheldReason } from "../privacy/release.js";
import { estimatedTokens } from "../prompt/estimated-tokens.js";
import { retrievalQueryOf, SNIPPETS_ASKED } from "../retrieval/query.js";
import type { CompletionRequest, Snippet, StopReason } from "../types.js";
import { largePromptOf } from "./large-prompt.js";
import type { LargeTier } from "./large-tier.js";

export interface LargeQuestion {
  readonly request: CompletionRequest;
  readonly cursor: CursorContext;
  readonly retriever: Retriever;
  /** Those of the local prompt, best first: used where there is no second query. */
  readonly snippets: readonly Snippet[];
  readonly draft: Draft | null;
  /** The rejected text and the local model's confidence in it (MCCom Eq. 1); null for no second retrieval. */
  readonly second: SecondQuery | null;
  /** Why it is asked, in words. */
  readonly reason: string;
  /** Called with the size of each body that leaves the machine, in bytes. */
  readonly onSent: (bytes: number) => void;
  /** Milliseconds, monotonic. */
  readonly nowMs: () => number;
}

export type LargeResult =
  | {
      readonly kind: "answered";
      readonly stopReason: StopReason;
      readonly record: ReleaseRecord;
      readonly draftOffered: number;
      readonly draftAccepted: number;
      /** From the question to the answer, in milliseconds, retrieval and release included. */
      readonly ms: number;
    }
  | { readonly kind: "withheld"; readonly reason: WithheldReason }
  /** It would put the stand-in of a redacted secret into the file. */
  | { readonly kind: "holds-placeholder" };

/** The answer's text, empty where there is none, and how it came about. */
export interface LargeAnswer {
  readonly text: string;
  readonly result: LargeResult;
}

/** Rejects as `LargeModel.generate` does. */
export async function askLarge(tier: LargeTier, question: LargeQuestion, signal: AbortSignal): Promise<LargeAnswer> {
  const { request, cursor, draft, nowMs, reason, onSent } = question;
  const startedMs = nowMs();
  const [snippets, contextTokens] = await Promise.all([snippetsFor(question, signal), tier.model.contextTokens()]);
  signal.throwIfAborted();
  const roomTokens = roomTokensIn(contextTokens, question);
  const released = await release(largePromptOf(tier, { cursor, snippets, draft, roomTokens }), tier.rules, signal);
  signal.throwIfAborted();
  if (released.kind === "withheld") return { text: "", result: released };
  const stop = stopStateOf(cursor, request.stopMode);
  const { model, departures } = tier;
  const { prompt, record } = released;
  const beforeSend = async (body: string) => {
    const { bytes } = await departures.record({ to: model.name, prompt, body, reason, record });
    signal.throwIfAborted();
    onSent(bytes);
  };
  const generated = await model.generate({ prompt, maxTokens: request.maxTokens, stop, beforeSend }, signal);
  const { text, stopReason, draftOffered, draftAccepted } = generated;
  if (holdsPlaceholder(text)) return { text: "", result: { kind: "holds-placeholder" } };
  const ms = nowMs() - startedMs;
  return { text, result: { kind: "answered", stopReason, record, draftOffered, draftAccepted, ms } };
}

/** Special tokens, the file's name, and what secrets' stand-ins are longer than what they stand for. */
const TOKENS_AROUND = 64;

/** What the server's context leaves for the code, beside the answer or the draft that is verified in its place. */
function roomTokensIn(contextTokens: number | null, { request, draft }: LargeQuestion): number {
  if (contextTokens === null) return Number.POSITIVE_INFINITY;
  const forAnswer = Math.max(request.maxTokens, estimatedTokens(draft?.text ?? "") + 1);
  return Math.max(0, contextTokens - forAnswer - TOKENS_AROUND);
}

async function snippetsFor(
  { cursor, retriever, snippets, second }: LargeQuestion,
  signal: AbortSignal,
): Promise<readonly Snippet[]> {
  if (second === null) return snippets;
  const { uri, languageId } = cursor.document;
  const text = retrievalQueryOf(cursor);
  return retriever.search({ text, uri, languageId, limit: SNIPPETS_ASKED, second }, signal);
}
