/** The files of a folder that the product would complete in: ignored files and disabled languages are left out. */
import { join, resolve } from "node:path";
import { languageOfPath } from "@nearfirst/core";
import { declineBy } from "../config/decline.js";
import type { Settings } from "../config/settings.js";
import { crawl } from "../workspace/crawl.js";
import { uriOfPath } from "../workspace/file-uri.js";
import { readSourceFile } from "../workspace/read-source-file.js";
import { realPathOf, WorkspaceFolders } from "../workspace/workspace-folders.js";
import type { SampledFile } from "./sample-holes.js";

export interface WorkspaceSourcesOptions {
  /** Absolute path of the workspace, whose ignore files and patterns count. */
  readonly workspaceFolder: string;
  /** The part of it to look at: the same path, or one below. */
  readonly folder: string;
  readonly settings: Settings;
  /** Languages that the local model knows, as LSP language identifiers; none means any. */
  readonly languages: readonly string[];
  /** Most files, by default all. */
  readonly limit?: number;
  readonly signal: AbortSignal;
}

export interface WorkspaceSource extends SampledFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
}

/** In the order of the crawl. Rejects with the signal's reason once aborted. */
export async function workspaceSources({
  workspaceFolder,
  folder: part,
  settings,
  languages,
  limit = Number.POSITIVE_INFINITY,
  signal,
}: WorkspaceSourcesOptions): Promise<readonly WorkspaceSource[]> {
  const folders = await WorkspaceFolders.open([workspaceFolder], settings.ignore);
  const directory = await realPathOf(resolve(part));
  const folder = directory === null ? null : folders.folderOf(directory);
  if (folder === null || directory === null) return [];
  await folder.rules.loadFor(join(directory, "any-file"));
  if (folder.rules.isIgnored(directory, { isDirectory: true })) return [];
  const declines = declineBy(settings);
  const sources: WorkspaceSource[] = [];
  for await (const file of crawl({ folder, directory, isOther: () => false, signal })) {
    const languageId = languageOfPath(file);
    const path = folders.displayPathOf(folder, file);
    if (languages.length > 0 && !languages.includes(languageId)) continue;
    if (declines({ languageId, relativePath: path }) !== null) continue;
    if (sources.length >= limit) break;
    sources.push({ uri: uriOfPath(file), languageId, path, read: () => readLines(file) });
  }
  signal.throwIfAborted();
  return sources;
}

async function readLines(file: string): ReturnType<SampledFile["read"]> {
  const text = (await readSourceFile(file))?.text ?? null;
  return text === null ? null : { text };
}
