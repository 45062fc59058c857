/** The length of a model's context, as OpenAI-compatible servers tell it beside what OpenAI's own `/models` says. */
import { z } from "zod";
import { ContextLimit } from "./context-limit.js";
import type { HttpClient } from "./http-client.js";

const models = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      /** vLLM, SGLang, and our own server. */
      max_model_len: z.int().positive().nullish(),
      /** llama.cpp. */
      meta: z.object({ n_ctx: z.int().positive().nullish() }).nullish(),
    }),
  ),
});

/** `model`: the name by which the server knows it; empty where it has but one. */
export function openAiContextLimit(client: HttpClient, model: string): ContextLimit {
  return new ContextLimit(async (signal) => {
    const reply = await client.get("/models", signal);
    const { data } = models.parse(await reply.json());
    const own = data.find(({ id }) => id === model) ?? (data.length === 1 ? data[0] : undefined);
    return own?.max_model_len ?? own?.meta?.n_ctx ?? null;
  });
}
