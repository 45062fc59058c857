/** Opens a model file. Every way in which that fails is a `NearfirstError` that says what to do. */
import { access, constants, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { NearfirstError } from "@nearfirst/core";
import { getLlama, type LlamaContext, LlamaLogLevel, type LlamaModel } from "node-llama-cpp";
import { ggufHeaderProblem } from "../models/gguf-header.js";
import { machineMemory } from "../models/memory-fit.js";
import type { LoadOptions } from "./engine-protocol.js";
import { loadFailure, messageOf } from "./load-failure.js";

/** Largest number of tokens in one batch of the library. */
const BATCH_TOKENS = 512;
/** llama.cpp's complaints that are kept to explain a failure. */
const MAX_COMPLAINTS = 8;
const COMPLAINT_DELAY_MS = 100;

export interface LoadedModel {
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  readonly fileBytes: number;
}

export async function loadModel(options: LoadOptions, onProgress: () => void): Promise<LoadedModel> {
  const { modelPath, threads, sequences, gpu } = options;
  if (!(options.contextTokens >= 1) || !(threads >= 1) || !(sequences >= 1))
    throw new NearfirstError({
      code: "config-invalid",
      message: `A model needs at least one token of context, one thread and one sequence, not ${options.contextTokens}, ${threads} and ${sequences}. Correct the settings.`,
    });
  const fileBytes = await checkFile(modelPath);
  if (gpu === false) refuseBeyondMemory(modelPath, fileBytes);
  const complaints: string[] = [];
  // A build of llama.cpp could take minutes; the default of four threads is too many on two cores.
  const llama = await getLlama({
    gpu,
    build: "never",
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
    logger: (_level, message) => {
      if (complaints.push(message) > MAX_COMPLAINTS) complaints.shift();
    },
    progressLogs: false,
  }).catch((cause: unknown) => {
    throw new NearfirstError({
      code: "engine-crashed",
      message: `llama.cpp does not run on this machine (${messageOf(cause)}). Install the packages again with \`npm ci\`, or run \`nearfirst doctor\`.`,
      cause,
    });
  });
  let model: LlamaModel | null = null;
  try {
    model = await llama.loadModel({ modelPath, onLoadProgress: onProgress });
    onProgress();
    const context = await model.createContext({
      // Beyond what a model was trained for its answers turn to noise: the setting is an upper bound.
      contextSize: Math.min(options.contextTokens, model.trainContextSize),
      sequences,
      batchSize: BATCH_TOKENS,
      threads,
      // The default strategy starves a short request behind a long prompt (node-llama-cpp 3.22).
      batching: { itemPrioritizationStrategy: "firstInFirstOut" },
      // Else a model with sliding windows evaluates its prompt again after each refuted draft and each backspace.
      swaFullCache: true,
      // A context smaller than asked for would make prompts not fit: better to say so.
      failedCreationRemedy: false,
    });
    return { model, context, fileBytes };
  } catch (thrown) {
    await model?.dispose();
    // What llama.cpp printed arrives from other threads, a little later.
    await delay(COMPLAINT_DELAY_MS);
    throw loadFailure(modelPath, thrown, complaints);
  }
}

/** Such a file would be read from the disk again for every token, and the machine stand still. */
function refuseBeyondMemory(modelPath: string, fileBytes: number): void {
  const { totalBytes } = machineMemory();
  if (fileBytes < totalBytes) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new NearfirstError({
    code: "out-of-memory",
    message: `${modelPath} has ${gigabytes(fileBytes)} GB, and this machine ${gigabytes(totalBytes)} GB of memory. Choose a smaller model: \`nearfirst models list\` says which ones fit.`,
  });
}

/** Size of the file in bytes. */
async function checkFile(modelPath: string): Promise<number> {
  const file = await stat(modelPath).catch((cause: unknown) => {
    throw new NearfirstError({
      code: "model-missing",
      message: `There is no model file at ${modelPath}. \`nearfirst models list\` shows those that are installed.`,
      cause,
    });
  });
  if (!file.isFile())
    throw new NearfirstError({
      code: "model-missing",
      message: `${modelPath} is ${file.isDirectory() ? "a directory" : "not a regular file"}, not a model. Give the path of a .gguf file.`,
    });
  await access(modelPath, constants.R_OK).catch((cause: unknown) => {
    throw new NearfirstError({
      code: "file-unreadable",
      message: `The model file ${modelPath} may not be read. Change its permissions (\`chmod u+r\`).`,
      cause,
    });
  });
  const damage = await ggufHeaderProblem(modelPath);
  if (damage !== null)
    throw new NearfirstError({
      code: "model-corrupt",
      message: `${modelPath} is not a model that llama.cpp can load: ${damage}. Fetch it again.`,
    });
  return file.size;
}
