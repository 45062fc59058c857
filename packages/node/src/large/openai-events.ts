/** The replies of OpenAI-compatible servers: fields that we read; all others may be there. */
import type { GeneratedToken, StopReason } from "@nearfirst/core";
import { z } from "zod";
import type { AnswerPiece } from "./stream-answer.js";

const logprobs = z.object({
  tokens: z.array(z.string()),
  /** Null for the first token of a prompt. */
  token_logprobs: z.array(z.number().nullable()),
  top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullish(),
});

export type CompletionLogprobs = z.infer<typeof logprobs>;

const completion = z.object({
  choices: z.array(z.object({ text: z.string(), finish_reason: z.string().nullish(), logprobs: logprobs.nullish() })),
});

const chat = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** The first choice of `/completions`, streamed or not; null for other fields. */
export function completionOf(event: unknown): z.infer<typeof completion>["choices"][number] | "none" | null {
  const { data } = completion.safeParse(event);
  return data === undefined ? null : (data.choices[0] ?? "none");
}

/** An event of `/completions`. One without a choice tells the usage. */
export function completionPieceOf(event: unknown): AnswerPiece | null {
  const choice = completionOf(event);
  if (choice === null) return null;
  if (choice === "none") return NOTHING;
  return { text: choice.text, tokens: tokensOf(choice.logprobs), end: endOf(choice.finish_reason) };
}

/** An event of `/chat/completions`. What a model thinks aloud in a field of its own is no part of the answer. */
export function chatPieceOf(event: unknown): AnswerPiece | null {
  const { data } = chat.safeParse(event);
  if (data === undefined) return null;
  const [choice] = data.choices;
  return choice === undefined
    ? NOTHING
    : { text: choice.delta.content ?? "", tokens: [], end: endOf(choice.finish_reason) };
}

const NOTHING: AnswerPiece = { text: "", tokens: [], end: null };

function endOf(finishReason: string | null | undefined): StopReason | null {
  if (finishReason === null || finishReason === undefined || finishReason === "") return null;
  return finishReason === "length" ? "max-tokens" : "end-of-middle";
}

/** These servers do not tell ids: they are -1. */
function tokensOf(told: CompletionLogprobs | null | undefined): readonly GeneratedToken[] {
  return (told?.tokens ?? []).map((text, at) => ({
    id: -1,
    text,
    probability: Math.min(1, Math.exp(told?.token_logprobs[at] ?? Number.NEGATIVE_INFINITY)),
    fromDraft: false,
  }));
}
