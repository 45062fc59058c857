/** Greedy decoding on one sequence: KV reuse, chunked prefill, draft verification, token healing, stop rules. */
import {
  findStop,
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  NearfirstError,
  type StopReason,
} from "@nearfirst/core";
import type { ControlledEvaluateInputItem, LlamaContextSequence, Token } from "node-llama-cpp";
import type { Vocabulary } from "./vocabulary.js";

/** Prompt tokens evaluated between two looks at the abort signal. */
export const PREFILL_CHUNK = 128;

/** Tokens of the prompt that are given to the detokenizer, so that it knows what a first space means. */
const DETOKENIZER_CONTEXT = 4;

type Next = { token: Token; probability: number };

export interface GenerateOptions {
  readonly sequence: LlamaContextSequence;
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
  /** Needed where `request.healedText` is not empty. */
  readonly vocabulary: () => Vocabulary;
  readonly onTokens: (tokens: readonly GeneratedToken[]) => void;
}

/** Rejects with the signal's reason once aborted: between prefill chunks and between forward passes. */
export async function generate(options: GenerateOptions): Promise<Generation> {
  const { sequence, request, signal, onTokens } = options;
  const startedAt = performance.now();
  const { model } = sequence;
  const prompt = [...request.prompt] as Token[];
  if (prompt.length === 0 || prompt.length + request.maxTokens > sequence.contextSize)
    throw new NearfirstError({
      code: "context-too-small",
      message: `A prompt of ${prompt.length} tokens and an answer of ${request.maxTokens} do not fit into the context of ${sequence.contextSize}.`,
    });

  // allowShift must be false: with its default, stale tokens stay after a backspace (node-llama-cpp 3.22).
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const tokensReused = sequence.nextTokenIndex;
  let pending = prompt.slice(tokensReused);
  let tokensEvaluated = 0;
  let forwardPasses = 0;
  while (pending.length > PREFILL_CHUNK) {
    signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(pending.slice(0, PREFILL_CHUNK));
    pending = pending.slice(PREFILL_CHUNK);
    tokensEvaluated += PREFILL_CHUNK;
    forwardPasses++;
  }

  const answer = new AnswerText(sequence, prompt.slice(-DETOKENIZER_CONTEXT), request.healedText);
  const draftText = request.draft === "" ? "" : request.healedText + request.draft;
  let draft =
    draftText === "" ? [] : model.tokenize(draftText, false, "trimLeadingSpace").slice(0, request.maxTokens - 1);
  const draftOffered = draft.length;
  let draftAccepted = 0;
  let stopReason: StopReason = "max-tokens";
  let isDone = false;
  while (!isDone) {
    signal.throwIfAborted();
    const results = await sequence.controlledEvaluate(inputOf(pending, draft, answer, options));
    tokensEvaluated += pending.length + draft.length;
    forwardPasses++;
    let accepted = 0;
    const added: GeneratedToken[] = [];
    for (let at = pending.length - 1; ; at++) {
      const next = nextOf(results[at]?.next, answer.healing !== "");
      if (model.isEogToken(next.token) || request.endTokens?.includes(next.token)) {
        stopReason = "end-of-middle";
        isDone = true;
        break;
      }
      const isDrafted = accepted < draft.length && draft[accepted] === next.token;
      added.push(answer.push(next, isDrafted));
      if (isDrafted) accepted++;
      const stop = findStop(answer.text, request.stop);
      if (stop !== null) {
        answer.end(stop.end);
        stopReason = stop.reason;
        isDone = true;
      } else if (answer.tokens.length >= request.maxTokens) isDone = true;
      if (isDone || !isDrafted) break;
    }
    draftAccepted += accepted;
    const refuted = draft.length - accepted;
    if (refuted > 0)
      await sequence.eraseContextTokenRanges([
        { start: sequence.nextTokenIndex - refuted, end: sequence.nextTokenIndex },
      ]);
    if (added.length > 0) onTokens(added);
    pending = answer.tokens.slice(-1).map((token) => token.id as Token);
    draft = [];
  }
  return {
    text: answer.text,
    tokens: answer.tokens,
    healedTokens: answer.healedTokens,
    stopReason,
    tokensEvaluated,
    tokensReused,
    forwardPasses,
    draftOffered,
    draftAccepted,
    engineMs: performance.now() - startedAt,
  };
}

/** The tokens of one forward pass: what is pending, then the draft; a next token is asked for from the last pending one on. */
function inputOf(
  pending: readonly Token[],
  draft: readonly Token[],
  answer: AnswerText,
  { sequence, vocabulary }: GenerateOptions,
): ControlledEvaluateInputItem[] {
  let healing = answer.healing;
  const asks = [pending[pending.length - 1] as Token, ...draft].map((token, at): ControlledEvaluateInputItem => {
    if (at > 0) healing = healing.slice(sequence.model.detokenize([token], false).length);
    // p(greedy) = 1 / totalLogitWeight, without sorting the vocabulary.
    const wanted = { token: true, totalLogitWeight: true };
    if (healing === "") return [token, { generateNext: wanted }];
    const tokens = vocabulary().continuationsOf(healing);
    return [token, { generateNext: { ...wanted, logits: { filter: { tokens, includeSelected: true } } } }];
  });
  return [...pending.slice(0, -1), ...asks];
}

interface EvaluatedNext {
  readonly token?: Token | null;
  readonly totalLogitWeight?: number;
  readonly logits?: ReadonlyMap<Token, number>;
}

/** The greedy choice, or while healing the best of the tokens that continue the healed text; p on the raw distribution. */
function nextOf(next: EvaluatedNext | undefined, isHealing: boolean): Next {
  if (next?.token == null || next.totalLogitWeight === undefined)
    throw new NearfirstError({
      code: "internal",
      message: "The engine returned no token for a position that asked for one.",
    });
  if (!isHealing || next.logits === undefined) return { token: next.token, probability: 1 / next.totalLogitWeight };
  const greedyLogit = next.logits.get(next.token) ?? 0;
  let best: Next = { token: next.token, probability: 0 };
  let isGreedyAllowed = true;
  for (const [token, logit] of next.logits) {
    if (token === next.token) continue;
    isGreedyAllowed = false;
    const probability = Math.exp(logit - greedyLogit) / next.totalLogitWeight;
    if (probability > best.probability) best = { token, probability };
  }
  return isGreedyAllowed ? { token: next.token, probability: 1 / next.totalLogitWeight } : best;
}

/** The answer as text and tokens while it grows; characters split over tokens appear with their last token. */
class AnswerText {
  readonly #sequence: LlamaContextSequence;
  readonly #before: readonly Token[];
  readonly #healed: string;
  readonly tokens: GeneratedToken[] = [];
  healedTokens = 0;
  #full = "";
  #end: number | null = null;

  constructor(sequence: LlamaContextSequence, before: readonly Token[], healed: string) {
    this.#sequence = sequence;
    this.#before = before;
    this.#healed = healed;
  }

  /** The part of the healed text that no token covers yet. */
  get healing(): string {
    return this.#healed.slice(this.#full.length);
  }

  /** The answer after the healed text. */
  get text(): string {
    const text = this.#full.slice(this.#healed.length);
    return this.#end === null ? text : text.slice(0, this.#end);
  }

  end(length: number): void {
    this.#end = length;
  }

  push(next: Next, fromDraft: boolean): GeneratedToken {
    const wasHealing = this.healing !== "";
    const ids = [...this.tokens.map((token) => token.id as Token), next.token];
    const full = this.#sequence.model.detokenize(ids, false, this.#before).replace(/\uFFFD+$/, "");
    const token = {
      id: next.token,
      text: full.slice(this.#full.length),
      probability: Math.min(1, next.probability),
      fromDraft,
    };
    this.#full = full;
    this.tokens.push(token);
    if (wasHealing) this.healedTokens++;
    return token;
  }
}
