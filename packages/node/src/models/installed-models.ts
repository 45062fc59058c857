/** The models that are on this machine: embedded ones, the user's, and any file the configuration names. */
import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { NearfirstError } from "@nearfirst/core";
import { type ModelCard, readModelCard } from "../llama/model-card.js";
import { nearest } from "../nearest.js";
import { ggufHeaderProblem } from "./gguf-header.js";
import { OLLAMA_PREFIX, type OllamaModel, ollamaFolders, ollamaModels } from "./ollama-store.js";

export interface InstalledModel {
  /** From the card; the file's name without its ending where there is none. */
  readonly name: string;
  readonly path: string;
  readonly fileBytes: number;
  readonly card: ModelCard | null;
  /** What is wrong with the file or its card, in words; null where nothing is. Such a model can be listed, not used. */
  readonly problem: string | null;
  /** `embedded`: ships with Nearfirst; `user`: in the data folder; `ollama`: in Ollama's store; `path`: named by its path. */
  readonly origin: "embedded" | "user" | "ollama" | "path";
}

export interface ModelFolders {
  /** Where embedded models may lie; the first that exists counts. */
  readonly embedded: readonly string[];
  readonly user: string;
  /** Where Ollama may keep its models; the first that has some counts. */
  readonly ollama: readonly string[];
}

/** The package's own `models/` folder, or that of the repository; and the user's data folder. */
export function modelFolders(env: NodeJS.ProcessEnv = process.env): ModelFolders {
  const local = process.platform === "win32" ? env["LOCALAPPDATA"] : undefined;
  const data = env["XDG_DATA_HOME"] || local || join(homedir(), ".local", "share");
  return {
    embedded: ["../../models", "../../../../models"].map((path) => fileURLToPath(new URL(path, import.meta.url))),
    user: join(data, "nearfirst", "models"),
    ollama: ollamaFolders(env),
  };
}

/** All installed models, the default one first. Folders that are missing are empty. */
export async function listModels(folders: ModelFolders = modelFolders()): Promise<readonly InstalledModel[]> {
  return [...(await ownModels(folders)), ...(await modelsOfOllama(folders))];
}

/**
 * The model that the `model` setting means: `default`, a name, or the path of a .gguf file. Throws `model-missing` with what to do.
 */
export async function findModel(model: string, folders: ModelFolders = modelFolders()): Promise<InstalledModel> {
  if (isModelPath(model)) return usable(await modelAt(resolve(expandHome(model)), "path"));
  const models = model.startsWith(OLLAMA_PREFIX) ? await modelsOfOllama(folders) : await ownModels(folders);
  const found =
    model === "default"
      ? models.find((each) => each.origin === "embedded")
      : models.find((each) => each.name === model);
  if (found !== undefined) return usable(found);
  if (model === "default")
    throw new NearfirstError({
      code: "model-missing",
      message: `The embedded model is missing: no .gguf file in ${folders.embedded.join(" or ")}. Install Nearfirst again, or set "model" to the path of a .gguf file.`,
    });
  const { CATALOGUE } = await import("./catalogue.js");
  if (CATALOGUE.models.some(({ name }) => name === model))
    throw new NearfirstError({
      code: "model-missing",
      message: `The model ${model} is in the catalogue, but not on this machine. \`nearfirst models pull ${model}\` fetches it.`,
    });
  const names = (await listModels(folders)).map((each) => each.name);
  const guess = nearest(model, ["default", ...names]);
  throw new NearfirstError({
    code: "model-missing",
    message: `No model named "${model}" is installed${guess === null ? "." : `; did you mean "${guess}"?`} \`nearfirst models list\` shows those that are, and a path to a .gguf file works too.`,
  });
}

/** Whether the `model` setting names a file rather than an installed model. */
export function isModelPath(model: string): boolean {
  if (model.startsWith(OLLAMA_PREFIX)) return false;
  return isAbsolute(model) || /[\\/]/.test(model) || /\.gguf$/i.test(model);
}

function expandHome(path: string): string {
  return path.replace(/^~(?=$|[\\/])/, homedir());
}

async function ownModels(folders: ModelFolders): Promise<InstalledModel[]> {
  const embedded = await Promise.all(folders.embedded.map((folder) => modelsIn(folder, "embedded")));
  const shipped = embedded.find((models) => models.length > 0) ?? [];
  return [...shipped, ...(await modelsIn(folders.user, "user"))];
}

async function modelsIn(folder: string, origin: "embedded" | "user"): Promise<InstalledModel[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.toLowerCase().endsWith(".gguf")).sort();
  return Promise.all(files.map((name) => modelAt(join(folder, name), origin)));
}

async function modelsOfOllama(folders: ModelFolders): Promise<InstalledModel[]> {
  return Promise.all((await ollamaModels(folders.ollama)).map(modelInOllama));
}

/** A card beside the file would be in Ollama's folder, which is not ours. */
async function modelInOllama({ name, path, hasAdapter }: OllamaModel): Promise<InstalledModel> {
  const model = { name, path, fileBytes: 0, card: null, origin: "ollama" } as const;
  try {
    const { size } = await stat(path);
    const damage = await ggufHeaderProblem(path);
    const problem =
      damage === null
        ? hasAdapter
          ? `${name} is a model with an adapter, which Ollama applies and Nearfirst cannot. Choose another.`
          : null
        : `${path} is not a model that can be loaded: ${damage}. \`ollama pull\` fetches it again.`;
    return { ...model, fileBytes: size, problem };
  } catch (thrown) {
    return { ...model, problem: problemOf(path, thrown) };
  }
}

async function modelAt(path: string, origin: InstalledModel["origin"]): Promise<InstalledModel> {
  const file = await stat(path).catch((cause: unknown) => {
    throw missing(path, cause);
  });
  if (!file.isFile()) throw missing(path);
  const model = { name: basename(path).replace(/\.gguf$/i, ""), path, fileBytes: file.size, card: null, origin };
  try {
    const damage = await ggufHeaderProblem(path);
    if (damage !== null)
      return { ...model, problem: `${path} is not a model that can be loaded: ${damage}. Fetch it again.` };
    const card = await readModelCard(path);
    return { ...model, name: card?.name ?? model.name, card, problem: null };
  } catch (thrown) {
    return { ...model, problem: problemOf(path, thrown) };
  }
}

function problemOf(path: string, thrown: unknown): string {
  if (thrown instanceof NearfirstError) return thrown.message;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : thrown;
  return `${path} or its card cannot be read (${code}). Check its permissions.`;
}

function missing(path: string, cause?: unknown): NearfirstError {
  return new NearfirstError({
    code: "model-missing",
    message: `There is no model file at ${path}. \`nearfirst models list\` shows those that are installed.`,
    cause,
  });
}

/** A model with a broken card would run with wrong settings, a damaged one not at all: both are refused. */
function usable(model: InstalledModel): InstalledModel {
  if (model.problem !== null) throw new NearfirstError({ code: "model-corrupt", message: model.problem });
  return model;
}
