/** An answer that a smaller model drafts piece by piece: the model verifies each draft in one pass, and writes what it would alone. */
import {
  findStop,
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  type LocalModel,
  type PromptLookup,
  type StopReason,
} from "@nearfirst/core";
import { joined, unhealed } from "./step-by-step.js";

/** Of a draft. So many are always verified in one pass: the engine learns to verify fewer at once, but never fewer than these. */
export const DRAFT_TOKENS = 4;

/** What the drafter itself is fed with: the longest repetition in prompt and answer, a bigram where there is no longer one. */
export const DRAFTER_LOOKUP = { matchTokens: 1, draftTokens: 3, manner: "eager" } as const satisfies PromptLookup;

export interface DraftedGeneration extends Generation {
  readonly drafter: {
    readonly passes: number;
    /** Of `DRAFTER_LOOKUP`, and how much of it the drafter accepted. */
    readonly offeredTokens: number;
    readonly acceptedTokens: number;
  };
}

/** The answer so far. */
interface Written {
  readonly tokens: readonly GeneratedToken[];
  /** Of the tokens; begins with the healed text, where that is not in the prompt. */
  readonly text: string;
  readonly healedTokens: number;
  /** Null while it goes on. */
  readonly stopReason: StopReason | null;
}

const NOTHING: Written = { tokens: [], text: "", healedTokens: 0, stopReason: null };

/** Stands at the beginning of a piece where the last one ended inside a character. */
const BROKEN = "\uFFFD";

/**
 * `draftOffered` and `draftAccepted` are the drafter's drafts. A copy that outweighs the model (`draftWeight`) is a part of what
 * the model would write alone: it keeps its place, and drafts come after it.
 */
export async function draftedAnswer(
  { model, drafter }: { readonly model: LocalModel; readonly drafter: LocalModel },
  given: GenerationRequest,
  signal: AbortSignal,
  onTokens?: (tokens: readonly GeneratedToken[]) => void,
): Promise<DraftedGeneration> {
  const startedAt = performance.now();
  const sum = { tokensEvaluated: 0, forwardPasses: 0, draftOffered: 0, draftAccepted: 0 };
  const drafted = { passes: 0, offeredTokens: 0, acceptedTokens: 0 };
  let tokensReused = 0;
  let told = 0;
  let request = given;
  const isWeighted = (before: Written) => before === NOTHING && (given.draftWeight ?? 0) > 0 && given.draft !== "";

  const draftAfter = async (before: Written): Promise<string> => {
    const asked = goingOn(request, before);
    const [healed = new Int32Array()] = await drafter.tokenize([asked.healedText]);
    const maxTokens = Math.min(asked.maxTokens - 1, healed.length + DRAFT_TOKENS);
    if (maxTokens < 1) return "";
    const generated = await drafter.generate({ ...asked, promptLookup: DRAFTER_LOOKUP, maxTokens }, signal);
    drafted.passes += generated.forwardPasses;
    drafted.offeredTokens += generated.lookupOffered;
    drafted.acceptedTokens += generated.lookupAccepted;
    return generated.text;
  };
  const verified = async (before: Written, how: Partial<GenerationRequest>): Promise<Generation> => {
    const generated = await model.generate({ ...goingOn(request, before), ...how }, signal);
    sum.tokensEvaluated += generated.tokensEvaluated;
    sum.forwardPasses += generated.forwardPasses;
    if (before === NOTHING) tokensReused = generated.tokensReused;
    return generated;
  };
  const copied = (before: Written) => (isWeighted(before) ? pick(given) : {});

  const states: Written[] = [NOTHING];
  for (let state = NOTHING; state.stopReason === null; ) {
    const draft = isWeighted(state) ? null : await draftAfter(state);
    const how = draft === null ? copied(state) : { draft };
    let piece = await verified(state, { ...how, ends: "with-draft" });
    if (draft !== null) {
      sum.draftOffered += piece.draftOffered;
      sum.draftAccepted += piece.draftAccepted;
    }
    // Two pieces share a character: both are written again as one.
    const isBroken = state !== NOTHING && piece.tokens[0]?.text.startsWith(BROKEN) === true;
    if (isBroken) {
      const tokens = state.tokens.length + piece.tokens.length;
      states.pop();
      state = states.at(-1) ?? NOTHING;
      piece = await verified(state, { ...copied(state), maxTokens: tokens - state.tokens.length });
    }
    if (state === NOTHING && given.healedText !== "" && textOf(piece.tokens) === piece.text)
      request = await unhealed(model, given);
    const next = extended(state, piece, request);
    onTokens?.(next.tokens.slice(told));
    told = Math.max(told, next.tokens.length);
    states.push(next);
    state = next;
  }

  const { tokens, text, healedTokens, stopReason } = states.at(-1) ?? NOTHING;
  return {
    ...sum,
    text: text.slice(request.healedText.length),
    tokens,
    healedTokens,
    stopReason: stopReason ?? "max-tokens",
    tokensReused,
    lookupOffered: 0,
    lookupAccepted: 0,
    engineMs: performance.now() - startedAt,
    drafter: drafted,
  };
}

function pick({ draft, draftWeight = 0 }: GenerationRequest): Pick<GenerationRequest, "draft" | "draftWeight"> {
  return { draft, draftWeight };
}

/** For what comes after `before`, to be stopped by whoever sees the whole answer. */
function goingOn({ promptLookup: _, ...request }: GenerationRequest, { tokens }: Written): GenerationRequest {
  return {
    ...request,
    prompt: joined(
      request.prompt,
      Int32Array.from(tokens, ({ id }) => id),
    ),
    draft: "",
    draftWeight: 0,
    healedText: tokens.length === 0 ? request.healedText : "",
    maxTokens: request.maxTokens - tokens.length,
    stop: { ...request.stop, mode: "tokens" },
  };
}

/** With the piece's tokens up to the one with which the answer ends. */
function extended(before: Written, piece: Generation, { healedText, stop, maxTokens }: GenerationRequest): Written {
  const tokens = [...before.tokens];
  const { healedTokens } = before === NOTHING ? piece : before;
  let { text } = before;
  for (const token of piece.tokens) {
    tokens.push(token);
    text += token.text;
    const found = text.length < healedText.length ? null : findStop(text.slice(healedText.length), stop);
    if (found !== null)
      return { tokens, text: text.slice(0, healedText.length + found.end), healedTokens, stopReason: found.reason };
    if (tokens.length >= maxTokens) return { tokens, text, healedTokens, stopReason: "max-tokens" };
  }
  const isOver = piece.stopReason === "end-of-middle" || piece.tokens.length === 0;
  return { tokens, text, healedTokens, stopReason: isOver ? piece.stopReason : null };
}

function textOf(tokens: readonly GeneratedToken[]): string {
  return tokens.map(({ text }) => text).join("");
}
