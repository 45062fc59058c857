import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../usage-error.js";

/** The workspace of a file: the nearest folder upwards that holds `.git`, else the file's own folder. */
export async function workspaceFolderOf(filePath: string): Promise<string> {
  const own = dirname(resolve(filePath));
  for (let folder = own; ; folder = dirname(folder)) {
    if ((await stat(join(folder, ".git")).catch(() => null)) !== null) return folder;
    if (dirname(folder) === folder) return own;
  }
}

/** The folder that `--workspace` names. */
export async function namedWorkspaceFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new UsageError(`There is no folder ${folder} to use as the workspace.`);
  if (!found.isDirectory()) throw new UsageError(`The workspace ${folder} is a file; name a folder.`);
  return resolve(folder);
}

/** Path of a file in its workspace with forward slashes; with `..` where it lies outside. */
export function relativePathOf(workspaceFolder: string, filePath: string): string {
  const path = relative(workspaceFolder, resolve(filePath));
  return isAbsolute(path) ? path : path.split(sep).join("/");
}
