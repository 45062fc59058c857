import { stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { WORKSPACE_CONFIG } from "@nearfirst/node";
import { UsageError } from "../usage-error.js";

/** What makes a folder a workspace: a repository, or the workspace's own configuration. */
const MARKERS = [".git", WORKSPACE_CONFIG];

/**
 * The workspace of a file: the nearest folder upwards that holds `.git` or `.nearfirst.json`; else the current folder,
 * if the file lies in it; else the file's own folder.
 */
export async function workspaceFolderOf(filePath: string): Promise<string> {
  const own = dirname(resolve(filePath));
  for (let folder = own; ; folder = dirname(folder)) {
    for (const marker of MARKERS) {
      if ((await stat(join(folder, marker)).catch(() => null)) !== null) return folder;
    }
    if (dirname(folder) === folder) break;
  }
  const current = process.cwd();
  return own === current || own.startsWith(current.endsWith(sep) ? current : current + sep) ? current : own;
}

/** The workspace of the current folder, for commands about no file. */
export function currentWorkspaceFolder(): Promise<string> {
  return workspaceFolderOf("any-file-here");
}

/** The folder that `--workspace` names. */
export async function namedWorkspaceFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new UsageError(`There is no folder ${folder} to use as the workspace.`);
  if (!found.isDirectory()) throw new UsageError(`The workspace ${folder} is a file; name a folder.`);
  return resolve(folder);
}
