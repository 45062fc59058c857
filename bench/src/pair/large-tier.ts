/** The large tier around a server that a bench has started. */
import { LARGE_REACH, type LargeTier } from "@nearfirst/core";
import { DEFAULT_SETTINGS, openLargeAdapter, type Settings, WorkerSecretFinder } from "@nearfirst/node";
import { BenchError } from "../bench.js";
import { PATIENCE_MS } from "../runtime.js";

export interface BenchLargeTier {
  readonly tier: LargeTier;
  close(): Promise<void>;
}

/** What is asked is public code, so all of it may leave, and nobody audits it; secrets are looked for as ever. */
export async function openBenchLarge(large: Partial<Settings["large"]>): Promise<BenchLargeTier> {
  const settings = { ...DEFAULT_SETTINGS.large, timeoutMs: PATIENCE_MS, proxy: "none", ...large };
  const model = await openLargeAdapter(settings, process.env);
  if (model === null) throw new BenchError("There is no large model.");
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
