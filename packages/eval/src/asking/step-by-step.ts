/** Decoding outside of the engine, one token a request: samples and beams. For evaluation; a request is slower by as much as it is longer. */
import { type Alternative, findStop, type Generation, type GenerationRequest, type LocalModel } from "@nearfirst/core";

/** An answer so far. */
export interface Path {
  readonly tokens: readonly Alternative[];
  readonly text: string;
  /** Null while it goes on. */
  readonly stopReason: Generation["stopReason"] | null;
}

export const NO_TOKENS: Path = { tokens: [], text: "", stopReason: null };

/** The prompt, with what was typed of the next word as its own tokens: no step is healed. */
export async function unhealed(model: LocalModel, request: GenerationRequest): Promise<GenerationRequest> {
  if (request.healedText === "") return request;
  const [typed = new Int32Array()] = await model.tokenize([request.healedText]);
  return { ...request, prompt: joined(request.prompt, typed), healedText: "" };
}

/** The `count` most likely tokens after a path. */
export async function alternativesAfter(
  model: LocalModel,
  request: GenerationRequest,
  { path, count }: { readonly path: Path; readonly count: number },
  signal: AbortSignal,
): Promise<readonly Alternative[]> {
  const { slot, stop, endTokens } = request;
  const generated = await model.generate(
    {
      prompt: joined(
        request.prompt,
        Int32Array.from(path.tokens, ({ id }) => id),
      ),
      slot,
      draft: "",
      healedText: "",
      maxTokens: 1,
      stop,
      ...(endTokens === undefined ? {} : { endTokens }),
      alternatives: count,
    },
    signal,
  );
  return generated.alternatives ?? [];
}

/** The path with one token more, ended where the request's rules end it. */
export function extended(path: Path, next: Alternative, { stop, maxTokens }: GenerationRequest): Path {
  if (next.isEnd) return { ...path, stopReason: "end-of-middle" };
  const tokens = [...path.tokens, next];
  const text = textOf(tokens);
  const found = findStop(text, stop);
  if (found !== null) return { tokens, text: text.slice(0, found.end), stopReason: found.reason };
  return { tokens, text, stopReason: tokens.length >= maxTokens ? "max-tokens" : null };
}

export function generationOf(
  { tokens, text, stopReason }: Path,
  facts: { readonly forwardPasses: number; readonly engineMs: number },
): Generation {
  return {
    text,
    tokens: tokens.map((token) => ({
      id: token.id,
      text: textOf([token]),
      probability: token.probability,
      fromDraft: false,
    })),
    healedTokens: 0,
    stopReason: stopReason ?? "max-tokens",
    tokensEvaluated: facts.forwardPasses,
    tokensReused: 0,
    draftOffered: 0,
    draftAccepted: 0,
    lookupOffered: 0,
    lookupAccepted: 0,
    ...facts,
  };
}

/** An unfinished character at the end is left out. */
function textOf(tokens: readonly Alternative[]): string {
  const bytes = Buffer.from(tokens.map((token) => token.bytes).join(""), "latin1");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

export function joined(one: Int32Array, other: Int32Array): Int32Array {
  const all = new Int32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
