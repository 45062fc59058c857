/** Whether a model fits into this machine's memory, before anything is loaded. */
import { freemem, totalmem } from "node:os";

/**
 * Beside weights and cache: the engine itself, and its buffers for a batch, of which the scores over the vocabulary are the
 * largest (512 tokens × 152,000 entries × 4 bytes for the largest vocabulary of the catalogue).
 */
const ENGINE_BYTES = 450_000_000;
/** Of all memory: beyond it the machine swaps, or ends programs. */
const MOST_SHARE = 0.85;

export interface MachineMemory {
  /** What this process may use at most: the machine's memory, or its container's. */
  readonly totalBytes: number;
  /** Of these, not in use now. */
  readonly availableBytes: number;
}

export function machineMemory(): MachineMemory {
  // 0, or a number beyond all memory, where there is no limit.
  const limit = process.constrainedMemory();
  const totalBytes = limit > 0 && limit < totalmem() ? limit : totalmem();
  return { totalBytes, availableBytes: Math.min(totalBytes, process.availableMemory?.() ?? freemem()) };
}

export interface MemoryNeed {
  readonly fileBytes: number;
  /** Null where it is not known: then only the weights count. */
  readonly kvBytesPerToken: number | null;
  readonly trainedContext: number;
  /** The settings. */
  readonly contextTokens: number;
  readonly sequences: number;
}

/** About how many bytes a loaded model takes, weights, cache and engine together. An estimate, on the high side. */
export function memoryNeeded(need: MemoryNeed): number {
  const context = Math.min(need.contextTokens, need.trainedContext) * need.sequences;
  return need.fileBytes + (need.kvBytesPerToken ?? 0) * context + ENGINE_BYTES;
}

/** `tight`: only once other programs give memory back. */
export type MemoryFit = "fits" | "tight" | "too large";

export function memoryFit(neededBytes: number, { totalBytes, availableBytes }: MachineMemory): MemoryFit {
  if (neededBytes > totalBytes * MOST_SHARE) return "too large";
  return neededBytes > availableBytes ? "tight" : "fits";
}
