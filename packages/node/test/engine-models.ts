/** For tests: the engine process with tiny models. It is the build in dist/: `npm run build` first, as `npm test` does it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { GenerationRequest } from "@nearfirst/core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { LlamaModel, type LlamaModelOptions } from "../src/llama/llama-model.js";
import { profileOf } from "../src/llama/profile.js";
import { UNSTOPPED } from "../src/testing/tiny-engine.js";
import { writeTinyGguf } from "../src/testing/tiny-gguf.js";

/** Paths of model files, there while the tests of a file run. */
export const models = { folder: "", tiny: "", slow: "" };

/** Call it at the top of a test file. `slow` is slow enough to be interrupted. */
export function withTinyModels(): void {
  beforeAll(async () => {
    models.folder = await mkdtemp(join(tmpdir(), "nearfirst-engine-"));
    models.tiny = join(models.folder, "tiny.gguf");
    models.slow = join(models.folder, "slow.gguf");
    await writeTinyGguf(models.tiny, { behaviour: { kind: "chain", text: "abcdefghijklmnopqrstuvwxyz" } });
    await writeTinyGguf(models.slow, { embedding: 256, layers: 6, contextTokens: 4096 });
  });
  afterAll(() => rm(models.folder, { recursive: true }));
}

/** Closes with the test. */
export async function load(modelPath: string, options: Partial<LlamaModelOptions> = {}): Promise<LlamaModel> {
  const settings = { contextTokens: 4096, sequences: 1, threads: 1, gpu: false } as const;
  const model = await LlamaModel.load({
    ...settings,
    modelPath,
    profileOf: (info) => profileOf(info, { name: "tiny", languages: [], fim_order: "spm" }, settings.contextTokens),
    ...options,
  });
  onTestFinished(() => model.close());
  return model;
}

export function request(prompt: Int32Array, rest: Partial<GenerationRequest> = {}): GenerationRequest {
  return { prompt, slot: "file", draft: "", healedText: "", maxTokens: 4, stop: UNSTOPPED, ...rest };
}
export const bytes = (text: string) => Int32Array.from(Buffer.from(text));
export const long = (length: number) => Int32Array.from({ length }, (_, at) => 97 + ((at * at) % 26));
export const unaborted = (): AbortSignal => new AbortController().signal;
export const isRunning = (processId: number) => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(10);
}
