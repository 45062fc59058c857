/**
 * What `nearfirst serve-large` is asked and answers: OpenAI's `/completions` with `suffix`, and fields of our own. A client
 * that knows only OpenAI's gets a completion of the whole statement.
 */
import { z } from "zod";

const lexical = z.strictObject({
  brackets: z.string().max(200),
  quote: z.string().max(40).nullable(),
  comment: z.enum(["none", "line", "block"]),
});

const LONGEST_TEXT = 200_000;

export const servedRequest = z.object({
  /** The server has one model: a request for another is refused. */
  model: z.string().max(1_000).optional(),
  /** The code before the hole. */
  prompt: z.string().max(LONGEST_TEXT),
  /** The code after it. */
  suffix: z.string().max(LONGEST_TEXT).nullish(),
  max_tokens: z.int().min(1).max(512).default(64),
  /** Only greedy decoding is offered. */
  temperature: z.literal(0).optional(),
  stream: z.boolean().default(false),
  /** Text that the answer may begin with, verified in one forward pass (MCCom 3.3). */
  draft: z.string().max(LONGEST_TEXT).default(""),
  /** LSP language identifier. */
  language: z.string().max(100).default("plaintext"),
  path: z.string().max(2_000).default("code"),
  /** Pieces of other files, best first. */
  snippets: z
    .array(z.object({ path: z.string().max(2_000), text: z.string().max(LONGEST_TEXT) }))
    .max(64)
    .default([]),
  stop_mode: z.enum(["line", "statement", "block", "tokens"]).default("statement"),
  /** Open brackets and strings at the hole, where the line begins, and whether the code after it closes the innermost. */
  lexical: z
    .strictObject({ at: lexical, at_line_start: lexical.optional(), is_closed_after: z.boolean().optional() })
    .optional(),
});

export type ServedRequest = z.infer<typeof servedRequest>;

export const servedReply = z.object({
  choices: z.array(z.object({ text: z.string(), finish_reason: z.enum(["stop", "length"]) })).min(1),
  nearfirst: z.object({
    stop_reason: z.enum(["end-of-middle", "line", "statement", "block", "max-tokens", "context-full", "repetition"]),
    tokens: z
      .array(
        z.object({ id: z.int(), text: z.string(), probability: z.number().min(0).max(1), from_draft: z.boolean() }),
      )
      .max(1_024),
    draft_offered: z.int().nonnegative(),
    draft_accepted: z.int().nonnegative(),
    forward_passes: z.int().nonnegative(),
    /** Of the prompt, as it was laid out. */
    prompt_tokens: z.int().nonnegative(),
    tokens_evaluated: z.int().nonnegative(),
    tokens_reused: z.int().nonnegative(),
    engine_ms: z.number().nonnegative(),
  }),
});

export type ServedReply = z.infer<typeof servedReply>;
