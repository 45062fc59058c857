/** Greedy decoding on one sequence: KV reuse, chunked prefill, draft verification in one pass, token healing, stop rules. */
import {
  type Alternative,
  findStop,
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  NearfirstError,
  type StopReason,
} from "@nearfirst/core";
import type { LlamaContextSequence, Token } from "node-llama-cpp";
import { AnswerText } from "./answer-text.js";
import { type DraftLength, MAX_DRAFT_TOKENS } from "./draft-length.js";
import { mostLikelyOf, type NextToken, nextTokenOf, positionAfter } from "./next-token.js";
import { repeatedTokens } from "./repeated-tokens.js";
import type { TextTokenizer } from "./text-tokenizer.js";
import type { Vocabulary } from "./vocabulary.js";

/** Prompt tokens evaluated between two looks at the abort signal: a batch cannot be stopped once it runs. */
export const PREFILL_CHUNK = 128;

/** Most tokens in one forward pass: from an abort to an idle engine at most one and a half chunks pass. */
const PASS_TOKENS = 192;

/** Where several files' requests share a batch, tokens of answers go before prompts. */
const PRIORITY = { prefill: 4, decode: 5 } as const;

export interface GenerateOptions {
  readonly sequence: LlamaContextSequence;
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
  readonly vocabulary: Vocabulary;
  readonly tokenizer: TextTokenizer;
  readonly draftLength: DraftLength;
  /** Gets the tokens that each forward pass adds, those of the healed text included. */
  readonly onTokens: (tokens: readonly GeneratedToken[]) => void;
  /** Called after each forward pass. */
  readonly onProgress?: () => void;
}

/**
 * Rejects with the signal's reason once aborted, after the forward pass that is under way; the sequence then holds
 * exactly what was evaluated, and the next request reuses it.
 */
export async function generate(options: GenerateOptions): Promise<Generation> {
  const startedAt = performance.now();
  const { sequence, request, signal, vocabulary, draftLength } = options;
  const { prompt, healedText } = await healablePrompt(options);
  checkFit(prompt.length, request.maxTokens, sequence.contextSize);

  // `false`: with the default, stale tokens stay after a backspace (node-llama-cpp 3.22). One token is always left to evaluate.
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const tokensReused = sequence.nextTokenIndex;
  const draft = draftOf(options, healedText);
  const pass = new ForwardPasses(options);
  const answer = new AnswerText(healedText);
  const first = draft.tokens.slice(0, draftLength.tokens);
  const eager =
    first.length === 0 && request.promptLookup?.manner === "eager" ? repeatedOf(options, prompt, answer) : [];
  const pending = await pass.prefill(prompt.slice(tokensReused), first.length + eager.length);

  const after = eager.length === 0 ? draft.after(first.length) : null;
  let verified = await pass.verify(pending, [...first, ...eager], answer, after);
  if (verified.stopReason === null) draftLength.learn(first.length, verified.accepted);
  let draftOffered = first.length;
  let draftAccepted = first.length === 0 ? 0 : verified.accepted;
  let at = first.length;
  // After a piece that was accepted whole came a token of the model's own: the draft goes on where that is its next too.
  while (verified.stopReason === null && draftAccepted === draftOffered && at < draft.tokens.length) {
    if (draft.tokens[at] !== answer.tokens.at(-1)?.id) break;
    signal.throwIfAborted();
    const piece = draft.tokens.slice(at + 1, at + 1 + draftLength.tokens);
    verified = await pass.verify([draft.tokens[at] as Token], piece, answer, draft.after(at + 1 + piece.length));
    if (verified.stopReason === null) draftLength.learn(piece.length, verified.accepted);
    draftOffered += piece.length;
    draftAccepted += verified.accepted;
    at += 1 + piece.length;
  }
  let lookupOffered = eager.length;
  let lookupAccepted = eager.length === 0 ? 0 : verified.accepted;
  while (verified.stopReason === null && (request.ends !== "with-draft" || answer.healing !== "")) {
    signal.throwIfAborted();
    const repeated = repeatedOf(options, prompt, answer);
    // The last token was chosen, but not evaluated yet.
    verified = await pass.verify([answer.tokens.at(-1)?.id as Token], repeated, answer);
    lookupOffered += repeated.length;
    lookupAccepted += verified.accepted;
  }
  return {
    text: answer.text,
    tokens: answer.tokens,
    healedTokens: answer.healedTokens,
    stopReason: verified.stopReason ?? "max-tokens",
    tokensEvaluated: pass.tokensEvaluated,
    tokensReused,
    forwardPasses: pass.count,
    draftOffered,
    draftAccepted,
    lookupOffered,
    lookupAccepted,
    engineMs: performance.now() - startedAt,
    ...(pass.alternatives === null ? {} : { alternatives: pass.alternatives }),
  };

  /** A text that the vocabulary cannot spell is not healed: it joins the prompt as its own tokens. */
  async function healablePrompt({ tokenizer }: GenerateOptions): Promise<{ prompt: Token[]; healedText: string }> {
    const given = [...request.prompt] as Token[];
    if (request.healedText === "") return { prompt: given, healedText: "" };
    await vocabulary.index();
    signal.throwIfAborted();
    if (vocabulary.canSpell(new AnswerText(request.healedText).healing))
      return { prompt: given, healedText: request.healedText };
    return { prompt: [...given, ...tokenizer.tokenize(request.healedText)], healedText: "" };
  }
}

function checkFit(promptTokens: number, maxTokens: number, contextTokens: number): void {
  if (promptTokens < 1 || maxTokens < 1)
    throw new NearfirstError({
      code: "internal",
      message: "A generation needs a prompt and room for an answer of at least one token each. Please report it.",
    });
  // A full context would silently drop its beginning.
  if (promptTokens + maxTokens > contextTokens)
    throw new NearfirstError({
      code: "context-too-small",
      message:
        `A prompt of ${promptTokens} tokens and an answer of ${maxTokens} do not fit into the context of ${contextTokens}. ` +
        "Ask for fewer tokens, or set a larger context.",
    });
}

/** Such models cannot take back a refuted token without evaluating the prompt again. */
function canTakeBack({ sequence }: GenerateOptions): boolean {
  const { isRecurrent, isHybrid } = sequence.model.fileInsights;
  return !isRecurrent && !isHybrid;
}

/** The next draft, from what prompt and answer repeat; empty while a text is healed. */
function repeatedOf(options: GenerateOptions, prompt: readonly Token[], answer: AnswerText): Token[] {
  const { promptLookup, maxTokens } = options.request;
  if (promptLookup === undefined || answer.healing !== "" || !canTakeBack(options)) return [];
  const history = [...prompt, ...answer.tokens.map((token) => token.id as Token)];
  return repeatedTokens(history, promptLookup, maxTokens - answer.tokens.length - 1);
}

interface TokenisedDraft {
  /** No longer than can be accepted: one token always comes from the model itself. */
  readonly tokens: readonly Token[];
  /** What the draft says comes after so many of its tokens: the next one, or at its end one that ends the answer. */
  after(count: number): readonly Token[];
}

/** The draft in the model's own tokens. */
function draftOf(options: GenerateOptions, healedText: string): TokenisedDraft {
  const { request, sequence } = options;
  const { draft: all, isWhole } = draftTokensOf(options, healedText);
  const ends = [...(request.endTokens ?? []), sequence.model.tokens.eos].filter((each) => each !== null) as Token[];
  return {
    tokens: all,
    after(count) {
      const next = all[count];
      if (next !== undefined) return [next];
      return isWhole ? ends : [];
    },
  };
}

function draftTokensOf(
  options: GenerateOptions,
  healedText: string,
): { readonly draft: readonly Token[]; readonly isWhole: boolean } {
  const { request, tokenizer, vocabulary } = options;
  if (request.draft === "" || !canTakeBack(options)) return { draft: [], isWhole: false };
  const tokens = tokenizer.tokenize(healedText + request.draft);
  let healing = new AnswerText(healedText).healing;
  const limit = Math.min(MAX_DRAFT_TOKENS, request.maxTokens - 1);
  const draft: Token[] = [];
  for (const token of tokens.slice(0, limit)) {
    const bytes = vocabulary.bytesOf(token);
    if (!bytes.startsWith(healing) && !healing.startsWith(bytes)) break;
    healing = healing.slice(bytes.length);
    draft.push(token);
  }
  return { draft, isWhole: draft.length === tokens.length };
}

interface Verified {
  readonly accepted: number;
  /** Null while the answer goes on. */
  readonly stopReason: StopReason | null;
}

/** Runs tokens through the model, and counts. */
class ForwardPasses {
  readonly #options: GenerateOptions;
  tokensEvaluated = 0;
  count = 0;
  /** For the first token of the answer; null where nobody asked. */
  alternatives: readonly Alternative[] | null = null;

  constructor(options: GenerateOptions) {
    this.#options = options;
  }

  /** Evaluates `tokens` in chunks until the rest, at least one token, fits into one pass with the draft. */
  async prefill(tokens: readonly Token[], draftLength: number): Promise<readonly Token[]> {
    const { sequence, signal } = this.#options;
    let pending = tokens;
    signal.throwIfAborted();
    while (pending.length > PREFILL_CHUNK || (pending.length > 1 && pending.length + draftLength > PASS_TOKENS)) {
      const chunk = pending.slice(0, Math.min(PREFILL_CHUNK, pending.length - 1));
      await sequence.evaluateWithoutGeneratingNewTokens(chunk, { evaluationPriority: PRIORITY.prefill });
      this.#counted(chunk.length);
      pending = pending.slice(chunk.length);
      signal.throwIfAborted();
    }
    return pending;
  }

  /**
   * One pass over `pending` and the draft. Tokens join the answer while the choice equals the draft's, and one more;
   * what the draft held beyond that is erased from the KV cache. (The library's own speculative decoding accepts at most
   * one token a pass.) `after`: what a draft that counts beside the model says comes after it; nothing for any other.
   */
  async verify(
    pending: readonly Token[],
    draft: readonly Token[],
    answer: AnswerText,
    after: readonly Token[] | null = null,
  ): Promise<Verified> {
    const { sequence, request, vocabulary, onTokens } = this.#options;
    const weight = after === null ? 0 : (request.draftWeight ?? 0);
    let healing = answer.healing;
    const top = answer.tokens.length === 0 && healing === "" ? (request.alternatives ?? 0) : 0;
    const positions = [pending.at(-1) as Token, ...draft].map((token, at) => {
      if (at > 0) healing = healing.slice(vocabulary.bytesOf(token).length);
      const next = draft[at];
      const proposal = { tokens: next === undefined ? (after ?? []) : [next], weight };
      return positionAfter(token, { healing, vocabulary, proposal, top: at === 0 ? top : 0 });
    });
    const input = [...pending.slice(0, -1), ...positions.map((position) => position.input)];
    const replies = await sequence.controlledEvaluate(input, { evaluationPriority: PRIORITY.decode });
    if (top > 0)
      this.alternatives = mostLikelyOf(replies[pending.length - 1], top).map((each) => this.#alternative(each));
    const added: GeneratedToken[] = [];
    let accepted = 0;
    let stopReason: StopReason | null = null;
    for (const [at, position] of positions.entries()) {
      const next = nextTokenOf(replies[pending.length - 1 + at], position);
      if (this.#isEnd(next.token)) {
        stopReason = "end-of-middle";
        break;
      }
      const isDrafted = draft[at] === next.token;
      added.push(answer.push(next, vocabulary.bytesOf(next.token), isDrafted));
      if (isDrafted) accepted++;
      stopReason = this.#stopOf(answer);
      if (stopReason !== null || !isDrafted) break;
    }
    const end = sequence.nextTokenIndex;
    if (accepted < draft.length)
      await sequence.eraseContextTokenRanges([{ start: end - (draft.length - accepted), end }]);
    if (added.length > 0) onTokens(added);
    this.#counted(pending.length + draft.length);
    return { accepted, stopReason };
  }

  #isEnd(token: Token): boolean {
    const { sequence, request } = this.#options;
    return sequence.model.isEogToken(token) || request.endTokens?.includes(token) === true;
  }

  #alternative({ token, probability }: NextToken): Alternative {
    const { vocabulary } = this.#options;
    return { id: token, bytes: vocabulary.bytesOf(token), probability, isEnd: this.#isEnd(token) };
  }

  #stopOf(answer: AnswerText): StopReason | null {
    const { request } = this.#options;
    const stop = answer.healing === "" ? findStop(answer.text, request.stop) : null;
    if (stop !== null) answer.end(stop.end);
    return stop?.reason ?? (answer.tokens.length >= request.maxTokens ? "max-tokens" : null);
  }

  #counted(tokens: number): void {
    this.tokensEvaluated += tokens;
    this.count++;
    this.#options.onProgress?.();
  }
}
