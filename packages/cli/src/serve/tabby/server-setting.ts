import { z } from "zod";
import { route } from "../route.js";

const reply = z.object({ disable_client_side_telemetry: z.literal(true) });

/** Nothing is told to anyone: Tabby's agent stops to report its use to its makers when the server says so. */
export function tabbyServerSetting() {
  return route({
    method: "GET",
    path: "/v1beta/server_setting",
    summary: "Tabby: what its agent is told to do",
    access: "token",
    body: null,
    reply,
    answer: async () => ({
      kind: "json",
      value: { disable_client_side_telemetry: true } satisfies z.input<typeof reply>,
    }),
  });
}
