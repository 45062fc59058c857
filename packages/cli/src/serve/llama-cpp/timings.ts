import type { Trace } from "@nearfirst/core";
import { z } from "zod";

/** In llama.cpp's form. */
export const timings = z.object({
  prompt_n: z.int(),
  prompt_ms: z.number(),
  prompt_per_token_ms: z.number(),
  prompt_per_second: z.number(),
  predicted_n: z.int(),
  predicted_ms: z.number(),
  predicted_per_token_ms: z.number(),
  predicted_per_second: z.number(),
});

/**
 * The prompt's time ends with the first tokens, which the trace sees as one thing. All zeros where no model ran for the
 * request: everything came from what was answered before.
 */
export function timingsOf(trace: Trace | null): z.input<typeof timings> {
  const isGenerated = trace?.source === "model";
  const atGenerate = trace?.stages.findIndex(({ stage }) => stage === "generate") ?? -1;
  const beforeMs = trace?.stages.slice(0, atGenerate).reduce((sum, { ms }) => sum + ms, 0) ?? 0;
  const generateMs = isGenerated ? (trace.stages[atGenerate]?.ms ?? 0) : 0;
  // An answer of one or two tokens ends before confidence has its first tokens.
  const firstMs = trace?.firstTokensMs == null ? generateMs : trace.firstTokensMs - beforeMs;
  const promptMs = Math.min(generateMs, Math.max(0, firstMs));
  const promptTokens = isGenerated ? trace.tokensEvaluated : 0;
  const predictedTokens = isGenerated ? trace.tokens.length : 0;
  const prompt = rateOf(promptTokens, promptMs);
  const predicted = rateOf(predictedTokens, generateMs - promptMs);
  return {
    prompt_n: promptTokens,
    prompt_ms: promptMs,
    prompt_per_token_ms: prompt.perTokenMs,
    prompt_per_second: prompt.perSecond,
    predicted_n: predictedTokens,
    predicted_ms: generateMs - promptMs,
    predicted_per_token_ms: predicted.perTokenMs,
    predicted_per_second: predicted.perSecond,
  };
}

function rateOf(tokens: number, ms: number) {
  return { perTokenMs: tokens === 0 ? 0 : ms / tokens, perSecond: ms === 0 ? 0 : (tokens * 1_000) / ms };
}
