/** How fast a model is on this machine, and from that about how fast another one would be. */
import { type LocalModel, lexicalStateAfter, syntaxOf } from "@nearfirst/core";

/** About 200 tokens of made-up code, never the user's. */
const SAMPLE_LINES = Array.from(
  { length: 12 },
  (_, at) => `def area_${at}(width, height):\n    return width * height\n`,
);
const ANSWER_TOKENS = 16;

/** A statement of about 10 tokens should not take longer than a second. */
export const FEWEST_TOKENS_PER_SECOND = 10;

export interface MeasuredSpeed {
  /** Tokens of a prompt that are read in a second. */
  readonly readPerSecond: number;
  /** Tokens that are generated in a second; 0 for a model that generates nothing. */
  readonly generatedPerSecond: number;
}

export interface MeasureOptions {
  readonly signal: AbortSignal;
  /** Ends with the round in which so much time has passed; one round is always made. */
  readonly budgetMs: number;
}

/** Reads a prompt and generates a few tokens, again and again; the best round counts, because others had to share the machine. */
export async function measureSpeed(
  model: Pick<LocalModel, "tokenize" | "generate" | "profile">,
  { signal, budgetMs }: MeasureOptions,
): Promise<MeasuredSpeed> {
  const { bos, contextTokens } = model.profile;
  const languageId = "plaintext";
  const stop = {
    mode: "tokens",
    languageId,
    lexical: lexicalStateAfter("", syntaxOf(languageId)),
    linePrefix: "",
  } as const;
  const started = performance.now();
  let readPerSecond = 0;
  let generatedPerSecond = 0;
  for (let round = 0; round === 0 || performance.now() - started < budgetMs; round++) {
    // Each round begins with other text, so that none finds what it reads in the cache.
    const text = [
      ...SAMPLE_LINES.slice(round % SAMPLE_LINES.length),
      ...SAMPLE_LINES.slice(0, round % SAMPLE_LINES.length),
    ].join("");
    const [tokens = new Int32Array()] = await model.tokenize([text]);
    const all = Int32Array.from([...(bos === null ? [] : [bos]), ...tokens]);
    const prompt = all.slice(0, contextTokens - ANSWER_TOKENS - 1);
    const request = { prompt, slot: "measurement", draft: "", healedText: "", stop };
    const first = await model.generate({ ...request, maxTokens: 1 }, signal);
    const more = await model.generate({ ...request, maxTokens: ANSWER_TOKENS }, signal);
    if (first.tokens.length === 0) break;
    readPerSecond = Math.max(readPerSecond, perSecond(first.tokensEvaluated, first.engineMs));
    generatedPerSecond = Math.max(generatedPerSecond, perSecond(more.tokens.length, more.engineMs));
  }
  return { readPerSecond, generatedPerSecond };
}

function perSecond(tokens: number, ms: number): number {
  return (1000 * tokens) / Math.max(ms, 0.1);
}

export interface SpeedOfModel {
  /** Tokens generated in a second. */
  readonly generatedPerSecond: number;
  /** Of the model file: all of it is read for each token. */
  readonly fileBytes: number;
}

/**
 * Tokens in a second for a model of another size, as if each byte took the same time. An estimate: a small model spends a larger
 * share on all else, so that a large one is faster than this says, and one that lies in the processor's cache is
 * faster than one that does not.
 */
export function estimatedSpeed(measured: SpeedOfModel, fileBytes: number): number {
  return (measured.generatedPerSecond * measured.fileBytes) / fileBytes;
}
