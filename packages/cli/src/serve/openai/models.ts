import { z } from "zod";
import type { Completions } from "../completions.js";
import { route } from "../route.js";

const reply = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ id: z.string(), object: z.literal("model"), owned_by: z.literal("nearfirst") })),
});

export function openAiModels(completions: Completions) {
  return route({
    method: "GET",
    path: "/v1/models",
    summary: "OpenAI: the local model",
    access: "token",
    body: null,
    reply,
    answer: async () => {
      const model = { id: completions.modelName, object: "model", owned_by: "nearfirst" } as const;
      return { kind: "json", value: { object: "list", data: [model] } satisfies z.input<typeof reply> };
    },
  });
}
