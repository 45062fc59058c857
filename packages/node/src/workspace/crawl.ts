/** Lists the source files below a directory. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { languageOfPath } from "@nearfirst/core";
import { IGNORE_FILES } from "./ignore-rules.js";
import type { WorkspaceFolder } from "./workspace-folders.js";

export interface CrawlOptions {
  readonly folder: WorkspaceFolder;
  /** Where to begin: the folder's root, or a directory below it that is not ignored. */
  readonly directory: string;
  /** A directory to leave out: the root of another workspace folder. */
  readonly isOther: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Directory by directory, nearest to the start first, names in order. Symbolic links are not followed: what they lead
 * to inside the workspace is found under its own name, what is outside stays outside, and there are no loops.
 */
export async function* crawl(options: CrawlOptions): AsyncGenerator<string> {
  const { folder, isOther, signal } = options;
  let level = [options.directory];
  while (level.length > 0) {
    const next: string[] = [];
    for (const directory of level) {
      if (signal.aborted) return;
      const entries = await entriesOf(directory);
      await folder.rules.load(
        directory,
        IGNORE_FILES.filter((name) => entries.some((entry) => entry.name === name)),
      );
      for (const entry of entries) {
        const path = join(directory, entry.name);
        const isDirectory = entry.isDirectory();
        if (!isDirectory && !(entry.isFile() && isSourcePath(entry.name))) continue;
        if (folder.rules.isEntryIgnored(directory, entry.name, { isDirectory })) continue;
        if (!isDirectory) yield path;
        else if (!isOther(path)) next.push(path);
      }
    }
    level = next;
  }
}

export function isSourcePath(path: string): boolean {
  return languageOfPath(path) !== "plaintext";
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
