import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { faultOfWriting } from "./download-faults.js";
import { dropPart } from "./download-file.js";
import { type InstalledModel, listModels, type ModelFolders } from "./installed-models.js";
import { knownHashPath } from "./known-hash.js";
import { withModelLock } from "./model-lock.js";

export interface RemovedModel {
  readonly freedBytes: number;
  /** Files that stay, and why a user may want them to; none for most models. */
  readonly kept: readonly string[];
}

/** Removes a model of the user's folder, its card, and what an interrupted download left. Throws `model-missing`. */
export async function removeModel(name: string, folders: ModelFolders): Promise<RemovedModel> {
  const model = (await listModels(folders)).find((each) => each.name === name) ?? null;
  if (model !== null && model.origin !== "user") throw notOurs(model);
  const path = model?.path ?? join(folders.user, `${name}.gguf`);
  const base = path.replace(/\.gguf$/i, "");
  const files = [path, `${base}.md`, `${path}.part`, `${base}.whl.part`];
  const sizes = await Promise.all(files.map(sizeOf));
  if (/[\\/]/.test(name) || (sizes[0] === null && sizes[2] === null && sizes[3] === null))
    throw new NearfirstError({
      code: "model-missing",
      message: `No model named "${name}" was fetched. \`nearfirst models list\` shows those that are here; of these only the ones from "user" can be removed.`,
    });
  return withModelLock(`${path}.lock`, async () => {
    try {
      await Promise.all([
        ...files.map((file) => rm(file, { force: true })),
        dropPart(`${path}.part`),
        dropPart(`${base}.whl.part`),
      ]);
    } catch (thrown) {
      throw faultOfWriting(thrown, path);
    }
    const freedBytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    const hash = knownHashPath(path);
    return { freedBytes, kept: (await sizeOf(hash)) === null ? [] : [hash] };
  });
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

function notOurs({ name, origin }: InstalledModel): NearfirstError {
  const why =
    origin === "ollama"
      ? `belongs to Ollama: \`ollama rm ${name.replace(/^ollama:/, "")}\` removes it`
      : "came with Nearfirst and stays with it";
  return new NearfirstError({ code: "folder-unwritable", message: `The model ${name} ${why}. Nothing was removed.` });
}
