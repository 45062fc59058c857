/** Which model of the catalogue suits a machine. */
import { bytesOf, type CatalogueModel } from "./catalogue.js";
import { estimatedSpeed, FEWEST_TOKENS_PER_SECOND, type SpeedOfModel } from "./measure-speed.js";
import { type MachineMemory, type MemoryFit, memoryFit, memoryNeeded } from "./memory-fit.js";

export interface SuitOptions {
  readonly memory: MachineMemory;
  /** The settings. */
  readonly contextTokens: number;
  readonly sequences: number;
  /** Of a model that was measured here; null where none was. */
  readonly measured: SpeedOfModel | null;
}

export interface SuitedModel {
  readonly model: CatalogueModel;
  readonly neededBytes: number;
  readonly fit: MemoryFit;
  /** An estimate; null where nothing was measured. */
  readonly tokensPerSecond: number | null;
}

export function suitedModel(model: CatalogueModel, options: SuitOptions): SuitedModel {
  const { memory, measured, contextTokens, sequences } = options;
  const { kvBytesPerToken, trainedContext } = model;
  const fileBytes = bytesOf(model);
  const neededBytes = memoryNeeded({ fileBytes, kvBytesPerToken, trainedContext, contextTokens, sequences });
  return {
    model,
    neededBytes,
    fit: memoryFit(neededBytes, memory),
    tokensPerSecond: measured === null ? null : estimatedSpeed(measured, fileBytes),
  };
}

/**
 * The best one that fits and is fast enough; null where none is. The order is SynConfRoute's: its 3B model beats larger ones
 * (section 3.2), Q4_K_M costs nothing from 3B on, smaller ones should be Q8_0 (sections 3.4 and 6.4). It finds models below 1B
 * no use; here the smallest comes last, because what it replaces is far smaller still.
 */
export function recommendedModel(suited: readonly SuitedModel[]): SuitedModel | null {
  const [best] = suited
    .filter(({ model, fit }) => model.rank !== undefined && fit === "fits")
    .filter(({ tokensPerSecond }) => tokensPerSecond === null || tokensPerSecond >= FEWEST_TOKENS_PER_SECOND)
    .sort((a, b) => (a.model.rank ?? 0) - (b.model.rank ?? 0));
  return best ?? null;
}
