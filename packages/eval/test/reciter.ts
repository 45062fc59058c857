/** A model for tests of methods that go through an answer piece by piece: it recites a text, a token a byte, as the engine would. */
import {
  findStop,
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  type LocalModel,
} from "@nearfirst/core";
import { ScriptedModel } from "@nearfirst/core/testing";

/** Ids of bytes; those below are special. */
const FIRST_BYTE = 16;
export const idsOf = (text: string) => [...Buffer.from(text, "utf8")].map((byte) => byte + FIRST_BYTE);

export interface Reciter extends LocalModel {
  readonly requests: GenerationRequest[];
}

/** Recites `text`, which begins with what is healed, after the first prompt that it sees; a copy outweighs it where it counts at all. */
export function reciter(text: string): Reciter {
  const whole = idsOf(text);
  const requests: GenerationRequest[] = [];
  let promptLength: number | null = null;
  return {
    profile: new ScriptedModel([]).profile,
    requests,
    tokenize: async (texts) => texts.map((each) => Int32Array.from(idsOf(each))),
    async generate(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      // A prompt of one token empties the cache.
      if (request.prompt.length === 1) return recited([], { ...request, draft: "" });
      promptLength ??= request.prompt.length;
      const at = request.prompt.length - promptLength;
      return recited(whole.slice(at), request);
    },
  };
}

function recited(rest: readonly number[], request: GenerationRequest): Generation {
  const { healedText, stop, maxTokens, draftWeight = 0 } = request;
  const draft = idsOf(healedText + request.draft).slice(0, request.draft === "" ? 0 : maxTokens - 1);
  const decoder = new TextDecoder();
  const tokens: GeneratedToken[] = [];
  let [full, accepted, stopReason]: [string, number, Generation["stopReason"] | null] = ["", 0, null];
  let end: number | null = null;
  let isInDraft = draft.length > 0;
  const isWeighted = draftWeight > 0 && request.draft !== "";
  while (stopReason === null) {
    const isAfterCopy = isWeighted && tokens.length >= draft.length;
    const id = isInDraft && isWeighted ? draft[tokens.length] : isAfterCopy ? undefined : rest[tokens.length];
    if (id === undefined) {
      stopReason = "end-of-middle";
      break;
    }
    const fromDraft = isInDraft && draft[tokens.length] === id;
    const piece = decoder.decode(Uint8Array.of(id - FIRST_BYTE), { stream: true });
    full += piece;
    tokens.push({ id, text: piece, probability: 0.9, fromDraft });
    if (fromDraft) accepted++;
    const found = full.length < healedText.length ? null : findStop(full.slice(healedText.length), stop);
    if (found !== null) [end, stopReason] = [found.end, found.reason];
    else if (tokens.length >= maxTokens) stopReason = "max-tokens";
    else if (!fromDraft && request.ends === "with-draft" && tokens.length >= idsOf(healedText).length)
      stopReason = "max-tokens";
    isInDraft &&= fromDraft && tokens.length < draft.length;
  }
  const text = full.slice(healedText.length);
  return {
    text: end === null ? text : text.slice(0, end),
    tokens,
    healedTokens: Math.min(tokens.length, idsOf(healedText).length),
    stopReason,
    tokensEvaluated: tokens.length,
    tokensReused: 0,
    forwardPasses: 1 + tokens.length - accepted,
    draftOffered: draft.length,
    draftAccepted: accepted,
    lookupOffered: 0,
    lookupAccepted: 0,
    engineMs: 0,
  };
}
