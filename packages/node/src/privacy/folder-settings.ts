/**
 * The `.nearfirst.json` of every folder that a file lies in: what such a file keeps stays wherever it was opened from, be it
 * from a folder further down or from another workspace.
 */
import { dirname, relative, sep } from "node:path";
import type { KeepReason } from "@nearfirst/core";
import ignore from "ignore";
import { composed, pathsToTest } from "../config/decline.js";
import { readWorkspaceConfig } from "../config/load-config.js";

interface JudgedFile {
  /** Absolute. */
  readonly path: string;
  /** Names of its language. */
  readonly languages: readonly string[];
}

type Judge = (file: JudgedFile) => KeepReason | null;

export class FolderSettings {
  /** By folder; null where it has no such file. */
  readonly #judges = new Map<string, Promise<Judge | null>>();

  async reasonToKeep(file: JudgedFile): Promise<KeepReason | null> {
    const judges = await Promise.all(foldersAbove(file.path).map((folder) => this.#judgeOf(folder)));
    for (const judge of judges) {
      const reason = judge?.(file) ?? null;
      if (reason !== null) return reason;
    }
    return null;
  }

  /** Reads each file once. */
  #judgeOf(folder: string): Promise<Judge | null> {
    const known = this.#judges.get(folder) ?? judgeOf(folder);
    this.#judges.set(folder, known);
    return known;
  }
}

async function judgeOf(folder: string): Promise<Judge | null> {
  const { isPresent, value } = await readWorkspaceConfig(folder);
  if (!isPresent) return null;
  const { everything = false, paths = [], languages = [] } = value.privacy?.localOnly ?? {};
  if (everything || value.large === false || value.enabled === false) return () => "local-only-workspace";
  const localOnly = ignore().add(paths.map(composed));
  const ignored = ignore().add((value.ignore ?? []).map(composed));
  const keptLanguages = new Set(languages.map((each) => each.toLowerCase()));
  return (file) => {
    if (file.languages.some((name) => keptLanguages.has(name.toLowerCase()))) return "local-only-language";
    const ends = pathsToTest(relative(folder, file.path).split(sep).join("/"));
    if (ends.some((path) => localOnly.ignores(path))) return "local-only-path";
    return ends.some((path) => ignored.ignores(path)) ? "ignored-file" : null;
  };
}

/** From the one that holds the file up to the root. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    folders.push(at);
    if (dirname(at) === at) return folders;
  }
}
