/** OpenAI's `/v1/chat/completions`, for clients that have nothing else: it fills a marked hole, and does not chat. */
import { z } from "zod";
import { Refusal } from "../../http/refusal.js";
import { answerFacts, factsOf, headersOf, refuseFailed } from "../answer-facts.js";
import { LONGEST_TEXT } from "../code-request.js";
import type { CodeAnswer, Completions } from "../completions.js";
import { type Reply, route } from "../route.js";
import { isCut } from "./logprobs.js";
import { markedHole } from "./marked-hole.js";
import { codeRequestOf, nearfirstFields, nowSeconds, usage, usageOf } from "./shared-fields.js";

const text = z.string().max(LONGEST_TEXT);
const textPart = z.object({ type: z.literal("text"), text });

const body = z.object({
  ...nearfirstFields,
  messages: z
    .array(z.object({ role: z.string().max(40), content: z.union([text, z.array(textPart).max(64)]).nullish() }))
    .min(1)
    .max(256)
    .describe("The last message of a user marks the hole: `code before{{FILL_HERE}}code after`."),
  max_completion_tokens: z.int().min(1).max(512).nullish(),
});

const choiceFields = { index: z.literal(0), finish_reason: z.enum(["stop", "length"]), logprobs: z.null() };
const message = z.object({ role: z.literal("assistant"), content: z.string() });

const reply = z.object({
  id: z.string(),
  object: z.enum(["chat.completion", "chat.completion.chunk"]),
  created: z.int(),
  model: z.string(),
  choices: z.tuple([z.union([z.object({ ...choiceFields, message }), z.object({ ...choiceFields, delta: message })])]),
  usage,
  nearfirst: answerFacts,
});

export function openAiChat(completions: Completions) {
  return route({
    method: "POST",
    path: "/v1/chat/completions",
    summary: "OpenAI: the code in a hole that a chat message marks",
    access: "token",
    body,
    reply,
    async answer({ body: asked, userAgent, gone }): Promise<Reply> {
      const hole = markedHole(lastOfUser(asked.messages));
      if (hole === null)
        throw new Refusal(400, "This server completes code and does not chat: mark the place with {{FILL_HERE}}.");
      const common = codeRequestOf(asked, userAgent);
      const maxTokens = asked.max_completion_tokens ?? common.maxTokens;
      const answer = await completions.answer({ ...common, ...hole, maxTokens }, gone);
      refuseFailed(answer);
      const headers = headersOf(answer);
      if (asked.stream !== true)
        return { kind: "json", value: replyOf(answer, completions.modelName, "message"), headers };
      return { kind: "events", values: [replyOf(answer, completions.modelName, "delta")], end: "[DONE]", headers };
    },
  });
}

function lastOfUser(messages: z.output<typeof body>["messages"]): string {
  const content = messages.findLast(({ role }) => role === "user")?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text).join("");
}

function replyOf(answer: CodeAnswer, model: string, as: "message" | "delta"): z.input<typeof reply> {
  const trace = answer.outcome.kind === "declined" ? null : answer.outcome.trace;
  const finish = { index: 0, finish_reason: isCut(trace) ? "length" : "stop", logprobs: null } as const;
  const content = { role: "assistant", content: answer.text } as const;
  return {
    id: `chatcmpl-${answer.id}`,
    object: as === "message" ? "chat.completion" : "chat.completion.chunk",
    created: nowSeconds(),
    model,
    choices: [as === "message" ? { ...finish, message: content } : { ...finish, delta: content }],
    usage: usageOf(trace),
    nearfirst: factsOf(answer),
  };
}
