/**
 * OpenAI's `/v1/completions` with `suffix`: https://platform.openai.com/docs/api-reference/completions. Decoding is greedy, so
 * what concerns sampling is accepted and changes nothing.
 */
import type { Trace } from "@nearfirst/core";
import { z } from "zod";
import { answerFacts, factsOf, headersOf, refuseFailed } from "../answer-facts.js";
import { LONGEST_TEXT } from "../code-request.js";
import type { CodeAnswer, Completions } from "../completions.js";
import { type Reply, route } from "../route.js";
import { isCut, logprobs, logprobsOf } from "./logprobs.js";
import { codeRequestOf, nearfirstFields, nowSeconds, usage, usageOf } from "./shared-fields.js";

const oneText = z.string().max(LONGEST_TEXT);

const body = z.object({
  ...nearfirstFields,
  prompt: z.union([oneText, z.tuple([oneText])], "one text is wanted; token arrays and batches are not known here"),
  suffix: oneText.nullish().describe("The code after the cursor."),
  logprobs: z.int().min(0).max(5).nullish().describe("Log-probabilities of the answer's tokens; no alternatives."),
  echo: z.literal(false).nullish(),
});

const choice = z.object({
  index: z.literal(0),
  text: z.string(),
  finish_reason: z.enum(["stop", "length"]),
  logprobs: logprobs.nullable(),
});

const reply = z.object({
  id: z.string(),
  object: z.literal("text_completion"),
  created: z.int(),
  model: z.string(),
  choices: z.tuple([choice]),
  usage,
  nearfirst: answerFacts,
});

export function openAiCompletions(completions: Completions) {
  return route({
    method: "POST",
    path: "/v1/completions",
    summary: "OpenAI: the code between a prompt and its suffix",
    access: "token",
    body,
    reply,
    async answer({ body: asked, userAgent, gone }): Promise<Reply> {
      const answer = await completions.answer(
        {
          ...codeRequestOf(asked, userAgent),
          prefix: typeof asked.prompt === "string" ? asked.prompt : asked.prompt[0],
          suffix: asked.suffix ?? "",
        },
        gone,
      );
      refuseFailed(answer);
      const value = replyOf(answer, completions.modelName, asked.logprobs != null);
      const headers = headersOf(answer);
      return asked.stream === true
        ? { kind: "events", values: [value], end: "[DONE]", headers }
        : { kind: "json", value, headers };
    },
  });
}

function replyOf(answer: CodeAnswer, model: string, withLogprobs: boolean): z.input<typeof reply> {
  const trace: Trace | null = answer.outcome.kind === "declined" ? null : answer.outcome.trace;
  return {
    id: `cmpl-${answer.id}`,
    object: "text_completion",
    created: nowSeconds(),
    model,
    choices: [
      {
        index: 0,
        text: answer.text,
        finish_reason: isCut(trace) ? "length" : "stop",
        logprobs: withLogprobs ? logprobsOf(answer) : null,
      },
    ],
    usage: usageOf(trace),
    nearfirst: factsOf(answer),
  };
}
