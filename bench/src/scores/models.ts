/** What answers the tasks: models of the product, asked as the product asks them or plainly; and no model at all. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import type { LocalModel } from "@nearfirst/core";
import { DEFAULT_SETTINGS, findModel, forgetPrompt, type InstalledModel, openRuntime } from "@nearfirst/node";
import { PATIENCE_MS } from "../runtime.js";
import { draftsAlone } from "./drafts-alone.js";
import { plainly } from "./plain-prompt.js";

export const PROMPTS = ["product", "plain"] as const;
export type PromptForm = (typeof PROMPTS)[number];

/** Of what a row says is true only while all of this is the same. */
export interface Answerer {
  /** In every row and table: the file's name, and the prompt where it is not the product's. */
  readonly label: string;
  readonly prompt: PromptForm | "none";
  /** Null where there is no model. */
  readonly file: string | null;
  readonly fileBytes: number;
  readonly sha256: string | null;
}

export interface OpenAnswerer {
  readonly model: LocalModel;
  /** So that the next request pays for its whole prompt, whatever came before. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface Chosen extends Answerer {
  open(options: OpenOptions): Promise<OpenAnswerer>;
}

export interface OpenOptions {
  readonly contextTokens: number;
  readonly threads: number | "auto";
  /** In [0, 1); null for what the model's card says. */
  readonly draftWeight: number | null;
}

export const DRAFTS_ALONE: Chosen = {
  label: "drafts-alone",
  prompt: "none",
  file: null,
  fileBytes: 0,
  sha256: null,
  open: async () => ({ model: draftsAlone(), forget: async () => undefined, close: async () => undefined }),
};

/** `model`: as in the product's settings: `default`, a name, or a path. Rejects with a `NearfirstError`. */
export async function chooseModel(model: string, prompt: PromptForm): Promise<Chosen> {
  const found = await findModel(model);
  const name = basename(found.path).replace(/\.gguf$/i, "");
  return {
    label: prompt === "product" ? name : `${name} (${prompt})`,
    prompt,
    file: basename(found.path),
    fileBytes: found.fileBytes,
    sha256: await sha256Of(found.path),
    open: (options) => open(found, prompt, options),
  };
}

async function open(
  found: InstalledModel,
  prompt: PromptForm,
  { contextTokens, threads, draftWeight }: OpenOptions,
): Promise<OpenAnswerer> {
  const models = draftWeight === null ? {} : { [found.name]: { draftWeight } };
  const settings = { ...DEFAULT_SETTINGS, model: found.path, contextTokens, threads, sequences: 1, models };
  const runtime = await openRuntime({
    settings,
    workspaceFolders: [],
    watch: "off",
    silenceLimitMs: PATIENCE_MS,
  });
  const { model } = runtime;
  return {
    model: prompt === "plain" ? plainly(model) : model,
    forget: () => forgetPrompt(model),
    close: () => runtime.close(),
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
