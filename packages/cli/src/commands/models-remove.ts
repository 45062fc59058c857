/** `nearfirst models remove`: takes a fetched model away again. */
import { findModel, loadConfig, modelFolders } from "@nearfirst/node";
import { removeModel } from "@nearfirst/node/models";
import { sizeWords } from "../size-words.js";
import { printable } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface ModelsRemoveOptions {
  readonly config?: string;
}

export async function runModelsRemove(name: string, { config }: ModelsRemoveOptions): Promise<number> {
  const { settings } = await loadConfig({
    workspaceFolder: null,
    ...(config === undefined ? {} : { configPath: config }),
  });
  const selected = await findModel(settings.model).catch(() => null);
  if (selected?.name === name && selected.origin === "user")
    throw new UsageError(`${name} is in use. \`nearfirst models use default\` goes back to the embedded one first.`);
  const { freedBytes, kept } = await removeModel(name, modelFolders());
  process.stdout.write(`${printable(name)} is gone; ${sizeWords(freedBytes)} are free again.\n`);
  for (const path of kept)
    process.stdout.write(`${path} stays: a later fetch must have the same hash. Delete it to forget.\n`);
  return EXIT.ok;
}
