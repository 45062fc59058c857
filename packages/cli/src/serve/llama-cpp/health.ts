import { z } from "zod";
import { NEARFIRST_VERSION } from "../../version.js";
import { route } from "../route.js";

const reply = z.object({
  status: z.literal("ok"),
  nearfirst: z.string().describe("Version of the daemon."),
});

/** In llama.cpp's form, which load balancers know too. */
export function health() {
  return route({
    method: "GET",
    path: "/health",
    summary: "Whether the daemon answers",
    access: "anyone",
    body: null,
    reply,
    answer: async () => ({
      kind: "json",
      value: { status: "ok", nearfirst: NEARFIRST_VERSION } satisfies z.input<typeof reply>,
    }),
  });
}
