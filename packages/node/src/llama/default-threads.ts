import { availableParallelism } from "node:os";

/**
 * Threads for the forward passes where the user sets none: all cores but one, at least one. llama.cpp's threads meet at a
 * spinning barrier after every operation; with as many threads as cores, whatever else runs (the editor, the language
 * server) makes all of them wait, and single-token passes of a small model become several times slower and irregular.
 * Large models on many cores may profit from more: it is a setting.
 */
export function defaultThreads(cores: number = availableParallelism()): number {
  return Math.max(1, cores - 1);
}
