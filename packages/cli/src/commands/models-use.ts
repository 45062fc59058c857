/** `nearfirst models use`: which model completes from now on, if it can. */
import { resolve } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { findModel, type InstalledModel, isModelPath, loadConfig, userConfigPath, writeSetting } from "@nearfirst/node";
import { inspectModel, machineMemory, memoryFit, memoryNeeded } from "@nearfirst/node/models";
import { sizeWords } from "../size-words.js";
import { printable } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface ModelsUseOptions {
  readonly config?: string;
}

/** Throws `model-missing`, `model-corrupt`, `model-without-fim` or `out-of-memory` for one that would not run; then nothing is set. */
export async function runModelsUse(model: string, { config }: ModelsUseOptions): Promise<number> {
  const { name, setting } = await usableModel(model, config);
  const configPath = config === undefined ? userConfigPath() : resolve(config);
  await writeSetting({ path: configPath, key: ["model"], value: setting });
  process.stdout.write(`The local model is ${printable(name)} now (${configPath}).\n`);
  return EXIT.ok;
}

/** One that runs here, and what the setting `model` is for it. Throws as above; warns where memory is short. */
export async function usableModel(
  model: string,
  config: string | undefined,
): Promise<{ readonly name: string; readonly setting: string }> {
  const found = await findModel(model);
  await refuseUnusable(found, config);
  // A path in the configuration would count from the configuration's folder.
  return { name: found.name, setting: isModelPath(model) ? found.path : model };
}

async function refuseUnusable({ name, path, card }: InstalledModel, config: string | undefined): Promise<void> {
  const { settings } = await loadConfig({
    workspaceFolder: null,
    ...(config === undefined ? {} : { configPath: config }),
  });
  const { contextTokens, sequences, gpu } = settings;
  const { fileBytes, kvBytesPerToken, profile } = await inspectModel(path, { card, contextTokens });
  // A graphics card has memory of its own, of which nothing is known here.
  if (gpu !== false) return;
  const trainedContext = profile.contextTokens;
  const needed = memoryNeeded({ fileBytes, kvBytesPerToken, trainedContext, contextTokens, sequences });
  const memory = machineMemory();
  const words = `${name} needs about ${sizeWords(needed)} of memory, and this machine has ${sizeWords(memory.totalBytes)}, of which ${sizeWords(memory.availableBytes)} are free`;
  const fit = memoryFit(needed, memory);
  if (fit === "too large")
    throw new NearfirstError({
      code: "out-of-memory",
      message: `${words}. Choose a smaller model (\`nearfirst models list\`), or lower "contextTokens" or "sequences".`,
    });
  if (fit === "tight") process.stderr.write(`Warning: ${words}. Close other programs, or choose a smaller model.\n`);
}
