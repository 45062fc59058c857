/** What the two OpenAI routes have in common. */
import type { Trace } from "@nearfirst/core";
import { z } from "zod";
import { type CodeRequest, LONGEST_TEXT } from "../code-request.js";

/** More texts than any client sends. */
const MOST_STOPS = 64;

/** Of the request: the fields of OpenAI's that count here, and our own, all of which may be left out. */
export const nearfirstFields = {
  model: z.string().max(1_000).optional().describe("Ignored: there is one local model."),
  max_tokens: z.int().min(1).max(512).nullish().describe("By default `maxTokens` of the settings."),
  stop: z.union([z.string(), z.array(z.string()).max(MOST_STOPS)]).nullish(),
  stream: z.boolean().nullish().describe("The answer is repaired as a whole, so that it comes in one event."),
  n: z.literal(1).nullish(),
  user: z.string().max(1_000).optional().describe("Requests of one user are one editing session."),
  language: z.string().max(100).nullish().describe("LSP language identifier."),
  path: z.string().max(4_000).nullish().describe("The file: relative to the workspace, absolute, or a `file:` URI."),
  snippets: z
    .array(z.object({ path: z.string().max(4_000), text: z.string().max(LONGEST_TEXT) }))
    .max(64)
    .default([])
    .describe("Pieces of other files, best first."),
  stop_mode: z.enum(["line", "statement", "block", "tokens"]).nullish().describe("By default that of the settings."),
  trigger: z.enum(["automatic", "explicit"]).default("automatic"),
} as const;

/** The request without its code, as the pipeline takes it. */
export function codeRequestOf(
  asked: z.output<z.ZodObject<typeof nearfirstFields>>,
  userAgent: string,
): Omit<CodeRequest, "prefix" | "suffix"> {
  return {
    path: asked.path ?? null,
    languageId: asked.language ?? null,
    snippets: asked.snippets,
    trigger: asked.trigger,
    maxTokens: asked.max_tokens ?? null,
    stopMode: asked.stop_mode ?? null,
    stopTexts: stopTextsOf(asked.stop),
    client: `openai ${asked.user ?? userAgent}`,
  };
}

function stopTextsOf(stop: string | readonly string[] | null | undefined): readonly string[] {
  return typeof stop === "string" ? [stop] : (stop ?? []);
}

export const usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
});

export function usageOf(trace: Trace | null): z.input<typeof usage> {
  const { promptTokens: prompt = 0, tokensReused: cached = 0, tokens = [] } = trace ?? {};
  return {
    prompt_tokens: prompt,
    completion_tokens: tokens.length,
    total_tokens: prompt + tokens.length,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
