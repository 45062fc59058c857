import { z } from "zod";
import { NEARFIRST_VERSION } from "../../version.js";
import type { Completions } from "../completions.js";
import { route } from "../route.js";

const reply = z.object({
  default_generation_settings: z.object({ n_ctx: z.int() }),
  total_slots: z.int(),
  model_alias: z.string(),
  /** The model's name: where its file lies is nobody else's business. */
  model_path: z.string(),
  chat_template: z.literal(""),
  build_info: z.string(),
  modalities: z.object({ vision: z.literal(false), audio: z.literal(false) }),
});

export function props(completions: Completions) {
  return route({
    method: "GET",
    path: "/props",
    summary: "llama.cpp: what the server is",
    access: "token",
    body: null,
    reply,
    answer: async () => {
      const value: z.input<typeof reply> = {
        default_generation_settings: { n_ctx: completions.contextTokens },
        total_slots: 1,
        model_alias: completions.modelName,
        model_path: completions.modelName,
        chat_template: "",
        build_info: `nearfirst ${NEARFIRST_VERSION}`,
        modalities: { vision: false, audio: false },
      };
      return { kind: "json", value };
    },
  });
}
