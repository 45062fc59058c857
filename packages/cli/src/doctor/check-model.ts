/** The local model: its file, its checksum, whether it loads, and how fast it is here. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { NearfirstError } from "@nearfirst/core";
import {
  FEWEST_TOKENS_PER_SECOND,
  findModel,
  type InstalledModel,
  listModels,
  measureSpeed,
  openRuntime,
  type Runtime,
  type Settings,
} from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";
import { mendModel, reinstall } from "./mend.js";

export interface ModelChecks {
  readonly checks: readonly Check[];
  readonly fileBytes: number;
}

export async function checkModel(settings: Settings): Promise<ModelChecks> {
  let model: InstalledModel;
  try {
    model = await findModel(settings.model);
  } catch (thrown) {
    return { checks: [failed("model-file", { thrown, name: settings.model })], fileBytes: 0 };
  }
  const { fileBytes } = model;
  const file = await checkFile(model);
  if (file.status === "problem") return { checks: [file], fileBytes };
  try {
    const runtime = await openRuntime({ settings: { ...settings, sequences: 1 }, workspaceFolders: [] });
    try {
      return { checks: [file, loaded(runtime), await checkSpeed(runtime)], fileBytes };
    } finally {
      await runtime.close();
    }
  } catch (thrown) {
    return { checks: [file, failed("model-load", { thrown, name: settings.model })], fileBytes };
  }
}

export async function checkFile(model: InstalledModel): Promise<Check> {
  const { path, card, fileBytes, name } = model;
  const size = `${(fileBytes / 1e6).toFixed(1)} MB`;
  if (card === null)
    return ok(
      "model-file",
      `${name} at ${path} (${size}); without a card (NAME.md beside it) its checksum is not known`,
    );
  const expected = card.files?.[basename(path)];
  if (expected === undefined) return ok("model-file", `${name} at ${path} (${size}); its card has no checksum`);
  const again = mendModel(model);
  if (expected.size !== fileBytes)
    return problem("model-file", `${path} has ${fileBytes} bytes, its card says ${expected.size}`, again);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex") === expected.sha256
    ? ok("model-file", `${name} at ${path} (${size}), SHA-256 as in its card`)
    : problem("model-file", `${path} has another SHA-256 than its card says: the file is damaged`, again);
}

function loaded({ model: { profile } }: Runtime): Check {
  const languages = profile.languages.length === 0 ? "any language" : profile.languages.join(", ");
  return ok("model-load", `${profile.name} loads: ${languages}, ${profile.contextTokens} tokens of context`);
}

/** Reads a prompt and generates a few tokens, once. */
async function checkSpeed({ model }: Runtime): Promise<Check> {
  const { signal } = new AbortController();
  const { readPerSecond, generatedPerSecond } = await measureSpeed(model, { signal, budgetMs: 0 });
  if (generatedPerSecond === 0) return problem("model-speed", "The model generates nothing", ANOTHER);
  const words = `${readPerSecond.toFixed(0)} tokens a second read, ${generatedPerSecond.toFixed(0)} generated`;
  return generatedPerSecond >= FEWEST_TOKENS_PER_SECOND
    ? ok("model-speed", words)
    : warning(
        "model-speed",
        words,
        'Suggestions will be slow here: choose a smaller model (`nearfirst models list --measure`), or raise "threads".',
      );
}

const ANOTHER =
  "`nearfirst models use default` goes back to the embedded one; `nearfirst models list` shows the others.";

interface Failure {
  readonly thrown: unknown;
  /** The setting. */
  readonly name: string;
}

function failed(id: string, { thrown, name }: Failure): Check {
  const { message, code } = NearfirstError.from(thrown);
  if (name === "default") return problem(id, message, code === "out-of-memory" ? LESS_MEMORY : reinstall());
  return problem(id, message, ANOTHER);
}

const LESS_MEMORY =
  'Close other programs, or lower "contextTokens" or "sequences" in the file of `nearfirst config path`.';

/** One line for each other model that is here and damaged. */
export async function checkOtherModels({ model: inUse }: Settings): Promise<readonly Check[]> {
  const damaged = (await listModels()).filter(
    ({ name, path, problem: found }) => found !== null && name !== inUse && path !== inUse,
  );
  return damaged.map((model) => warning("other-models", model.problem ?? model.name, mendModel(model)));
}
