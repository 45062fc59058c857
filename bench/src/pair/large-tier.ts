/** The large model behind a server that a bench has started. */
import { LARGE_REACH, type LargeTier } from "@nearfirst/core";
import {
  DEFAULT_SETTINGS,
  type LargeAdapter,
  openLargeAdapter,
  type Settings,
  WorkerSecretFinder,
} from "@nearfirst/node";
import { BenchError } from "../bench.js";
import { PATIENCE_MS } from "../runtime.js";

export type LargeServer = Partial<Settings["large"]> & Pick<Settings["large"], "url" | "kind">;

/** Without a circuit breaker, and with a time limit that no answer misses. */
export async function openBenchLargeModel(server: LargeServer): Promise<LargeAdapter> {
  const settings = { ...DEFAULT_SETTINGS.large, timeoutMs: PATIENCE_MS, proxy: "none", ...server };
  const model = await openLargeAdapter(settings);
  if (model === null) throw new BenchError(`There is no large model at "${server.url}".`);
  return model;
}

export interface BenchLargeTier {
  readonly tier: LargeTier;
  close(): Promise<void>;
}

/** What is asked is public code, so all of it may leave, and nobody audits it; secrets are looked for as ever. */
export async function openBenchLargeTier(server: LargeServer): Promise<BenchLargeTier> {
  const model = await openBenchLargeModel(server);
  const finder = new WorkerSecretFinder({ limitMs: PATIENCE_MS, startLimitMs: PATIENCE_MS });
  await finder.start();
  return {
    tier: {
      model,
      rules: { policy: { reasonToKeep: async () => null }, finder },
      departures: { record: async ({ body }) => ({ bytes: Buffer.byteLength(body) }) },
      reach: LARGE_REACH,
      deadlineMs: PATIENCE_MS,
      fileOf: ({ uri, languageId }) => ({ uri, languageId, path: uri.split("/").at(-1) ?? "" }),
    },
    async close() {
      await Promise.all([model.close(), finder.close()]);
    },
  };
}
