/**
 * llama.cpp's `/infill` (tools/server/README.md there), as llama.vim and llama.vscode ask it. They tell neither the file nor its
 * language; what concerns sampling and time limits changes nothing, as decoding is greedy and a statement long.
 */
import type { Trace } from "@nearfirst/core";
import { z } from "zod";
import { answerFacts, factsOf, headersOf, refuseFailed } from "../answer-facts.js";
import { LONGEST_TEXT } from "../code-request.js";
import type { CodeAnswer, Completions } from "../completions.js";
import { type Reply, route } from "../route.js";
import { timings, timingsOf } from "./timings.js";

const text = z.string().max(LONGEST_TEXT);

const body = z.object({
  input_prefix: text.describe("The code before the cursor, to which `prompt` is added."),
  input_suffix: text.describe("The code after the cursor."),
  prompt: text.default("").describe("The beginning of the cursor's line."),
  input_extra: z
    .array(z.object({ text, filename: z.string().max(4_000).default("") }))
    .max(256)
    .default([])
    .describe("Pieces of other files, the newest last."),
  n_predict: z.int().default(-1).describe("Most tokens, at most 512; 0 only prepares, and -1 is up to the settings."),
  stop: z.array(z.string()).max(64).default([]),
  stream: z.boolean().default(false).describe("The answer is repaired as a whole, so that it comes in one event."),
  response_fields: z
    .array(z.string())
    .max(100)
    .nullish()
    .describe("Only these fields, a slash before each step inside: `timings/prompt_n`."),
});

const reply = z.object({
  index: z.literal(0),
  content: z.string(),
  stop: z.boolean(),
  stop_type: z.enum(["none", "eos", "limit", "word"]),
  model: z.string(),
  tokens_predicted: z.int(),
  tokens_evaluated: z.int(),
  tokens_cached: z.int(),
  truncated: z.boolean(),
  timings,
  nearfirst: answerFacts.nullable().describe("Null where nothing was asked for."),
});

type Infilled = z.input<typeof reply>;

const MOST_TOKENS = 512;

export function infill(completions: Completions) {
  return route({
    method: "POST",
    path: "/infill",
    summary: "llama.cpp: the code between a prefix and a suffix",
    access: "token",
    body,
    reply,
    async answer({ body: asked, userAgent, gone }): Promise<Reply> {
      const fields = asked.response_fields ?? null;
      const { modelName } = completions;
      // llama.vim sends its snippets so ahead of time; the prompt that they will stand in is not known before the cursor is.
      if (asked.n_predict === 0) return { kind: "json", value: selected(infilled(null, modelName), fields) };
      const answer = await completions.answer(
        {
          prefix: asked.input_prefix + asked.prompt,
          suffix: asked.input_suffix,
          path: null,
          languageId: null,
          snippets: asked.input_extra.map(({ text, filename }) => ({ text, path: filename })).toReversed(),
          trigger: "automatic",
          maxTokens: asked.n_predict < 0 ? null : Math.min(asked.n_predict, MOST_TOKENS),
          stopMode: null,
          stopTexts: asked.stop,
          client: `llama.cpp ${userAgent}`,
        },
        gone,
      );
      refuseFailed(answer);
      const value = infilled(answer, modelName);
      const headers = headersOf(answer);
      if (!asked.stream) return { kind: "json", value: selected(value, fields), headers };
      const first = { index: 0, content: value.content, stop: false };
      return { kind: "events", values: [first, selected({ ...value, content: "" }, fields)], end: null, headers };
    },
  });
}

function infilled(answer: CodeAnswer | null, model: string): Infilled {
  const trace: Trace | null = answer === null || answer.outcome.kind === "declined" ? null : answer.outcome.trace;
  return {
    index: 0,
    content: answer?.text ?? "",
    stop: true,
    stop_type: stopTypeOf(trace),
    model,
    tokens_predicted: trace?.tokens.length ?? 0,
    tokens_evaluated: trace?.promptTokens ?? 0,
    tokens_cached: trace?.tokensReused ?? 0,
    truncated: false,
    timings: timingsOf(trace),
    nearfirst: answer === null ? null : factsOf(answer),
  };
}

function stopTypeOf(trace: Trace | null): Infilled["stop_type"] {
  if (trace === null || trace.stopReason === null) return "none";
  if (trace.stopReason === "end-of-middle") return "eos";
  return trace.stopReason === "max-tokens" || trace.stopReason === "context-full" ? "limit" : "word";
}

/** The fields that are wanted, under the names by which they are; one that there is not is left out. */
function selected(value: Infilled, fields: readonly string[] | null): unknown {
  if (fields === null) return value;
  const found = fields.map((field) => [field, field.split("/").reduce<unknown>(stepInto, value)] as const);
  return Object.fromEntries(found.filter(([, each]) => each !== undefined));
}

function stepInto(value: unknown, step: string): unknown {
  const isObject = typeof value === "object" && value !== null;
  return isObject && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
}
