/** Measures how fast a model is here, and keeps it for later lists. */
import { type InstalledModel, measureSpeed, openRuntime, type Settings } from "@nearfirst/node";
import { type KeptSpeed, keepSpeed } from "@nearfirst/node/models";

export interface MeasureModelOptions {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Ends with the round in which so much time has passed. */
  readonly budgetMs: number;
}

/** Null for a model that generates nothing. Rejects with an `AbortError` for the signal. */
export async function measureModel(
  { path, name, fileBytes }: InstalledModel,
  { settings, signal, budgetMs }: MeasureModelOptions,
): Promise<KeptSpeed | null> {
  const runtime = await openRuntime({ settings: { ...settings, model: path, sequences: 1 }, workspaceFolders: [] });
  try {
    const speed = await measureSpeed(runtime.model, { signal, budgetMs });
    if (speed.generatedPerSecond === 0) return null;
    const { threads, gpu } = settings;
    const measuredAt = new Date().toISOString();
    const kept = { version: 1, model: name, fileBytes, ...speed, threads, gpu, measuredAt } as const;
    await keepSpeed(kept);
    return kept;
  } finally {
    await runtime.close();
  }
}
