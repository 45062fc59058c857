/** Asks both models for one hole, by the product's own request path: a row for the sweep. */
import {
  alwaysLarge,
  alwaysLocal,
  type Capabilities,
  type CompletionRequest,
  complete,
  type Outcome,
  outcomeReason,
  Session,
  type StopMode,
} from "@nearfirst/core";
import type { EvaluatedRow } from "./evaluated-row.js";
import type { Hole } from "./holes.js";

export interface HoleInFile {
  readonly uri: string;
  readonly languageId: string;
  /** The whole file; the hole's text is taken out before anything is asked. */
  readonly text: string;
  readonly hole: Hole;
  /** Where an answer ends: with the line, or with a statement that may go over several (MCCom 4.3). */
  readonly stopMode: StopMode;
}

export interface AnswerHoleOptions {
  /** With the large tier, whose deadline must be longer than it takes; its policy counts for nothing here. */
  readonly capabilities: Capabilities;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Why there is no row: a tier did not answer at all, which says nothing of how good it is. */
export type NoRow = { readonly kind: "no-row"; readonly tier: "local" | "large"; readonly reason: string };

export async function answerHole(
  file: HoleInFile,
  { capabilities, maxTokens, signal }: AnswerHoleOptions,
): Promise<EvaluatedRow | NoRow> {
  const { uri, languageId, text, hole, stopMode } = file;
  const target = text.slice(hole.start, hole.end);
  const document = { uri, languageId, text: text.slice(0, hole.start) + text.slice(hole.end) };
  const request: CompletionRequest = { document, offset: hole.start, stopMode, maxTokens, trigger: "explicit" };
  const askBy = (policy: Capabilities["policy"], large: Capabilities["large"]) =>
    complete(request, { ...capabilities, policy, large }, new Session(), signal);

  const local = await askBy(alwaysLocal, null);
  signal.throwIfAborted();
  const { routing, totalMs, firstTokensMs } = local.trace;
  if (routing === null) return { kind: "no-row", tier: "local", reason: outcomeReason(local) ?? local.kind };
  const large = await askBy(alwaysLarge, capabilities.large);
  signal.throwIfAborted();
  const { large: largeTrace } = large.trace;
  if (largeTrace?.outcome !== "answered")
    return {
      kind: "no-row",
      tier: "large",
      reason: largeTrace?.code ?? largeTrace?.outcome ?? outcomeReason(large) ?? large.kind,
    };
  const { confidence, wholeConfidence, syntax, isBlank } = routing.facts;
  return {
    task: `${uri}:${hole.start}`,
    languageId,
    facts: { confidence, wholeConfidence, syntax, isBlank },
    local: { isRight: isExact(local, target), ms: totalMs, firstTokensMs: firstTokensMs ?? totalMs },
    large: { isRight: isExact(large, target) && isFromLarge(large), ms: largeTrace.ms ?? 0 },
  };
}

/** Where the large model's answer was nothing, the local one stands in its place. */
function isFromLarge(outcome: Outcome): boolean {
  return outcome.kind === "suggested" && outcome.tier === "large";
}

/** Exact match; nothing shown is wrong. */
function isExact(outcome: Outcome, target: string): boolean {
  return outcome.kind === "suggested" && outcome.suggestion.text.trimEnd() === target.trimEnd();
}
