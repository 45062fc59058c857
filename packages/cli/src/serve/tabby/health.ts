/** Tabby's `/v1/health`. Its agent learns from it whether the token is right, and which model there is. */
import { cpus } from "node:os";
import { z } from "zod";
import { NEARFIRST_VERSION } from "../../version.js";
import type { Completions } from "../completions.js";
import { route } from "../route.js";

/** Whose API this is; the agent asks newer servers for their settings. */
const TABBY_API = "v0.30.0";

const reply = z.object({
  model: z.string(),
  device: z.string(),
  arch: z.string(),
  cpu_info: z.string(),
  cpu_count: z.int(),
  cuda_devices: z.array(z.string()),
  version: z.object({
    build_date: z.string(),
    build_timestamp: z.string(),
    git_sha: z.string(),
    git_describe: z.string(),
  }),
});

export function tabbyHealth(completions: Completions) {
  return route({
    method: "GET",
    path: "/v1/health",
    summary: "Tabby: the server and its model",
    access: "token",
    body: null,
    reply,
    answer: async () => {
      const processors = cpus();
      const value: z.input<typeof reply> = {
        model: completions.modelName,
        device: "cpu",
        arch: process.arch,
        cpu_info: processors[0]?.model ?? "",
        cpu_count: processors.length,
        cuda_devices: [],
        version: {
          build_date: "",
          build_timestamp: "",
          git_sha: "",
          git_describe: `${TABBY_API}-nearfirst-${NEARFIRST_VERSION}`,
        },
      };
      return { kind: "json", value };
    },
  });
}
