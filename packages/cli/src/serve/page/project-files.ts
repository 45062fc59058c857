/** The files that the page can open: those of the workspace that Nearfirst would complete in, else the examples'. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Settings, type WorkspaceSource, workspaceSources } from "@nearfirst/node";

/** More would be of no use in a list. */
export const MOST_FILES = 2_000;

/** In a package they lie beside the built command, in a clone where everybody finds them. */
const EXAMPLES = ["../../examples/", "../../../../../examples/"].map((each) =>
  fileURLToPath(new URL(each, import.meta.url)),
);

/** Tells them from a folder of somebody else's that is called the same. */
const ONE_OF_THEM = "inventory/stock.py";

/** Absolute path; null where there are none. */
export function examplesFolder(): string | null {
  return EXAMPLES.find((each) => existsSync(join(each, ONE_OF_THEM))) ?? null;
}

export class ProjectFiles {
  readonly folder: string;
  readonly #settings: Settings;
  #sources: ReadonlyMap<string, WorkspaceSource> = new Map();

  constructor(folder: string, settings: Settings) {
    this.folder = folder;
    this.#settings = settings;
  }

  get name(): string {
    return basename(this.folder);
  }

  /** Looks anew at the disk; paths relative to the folder, with forward slashes. */
  async list(signal: AbortSignal): Promise<readonly WorkspaceSource[]> {
    const sources = await workspaceSources({
      workspaceFolder: this.folder,
      folder: this.folder,
      settings: this.#settings,
      languages: [],
      limit: MOST_FILES,
      signal,
    });
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    return sources;
  }

  /** Absolute path of a file of the latest list; null for any other. */
  pathOf(path: string): string | null {
    return this.#sources.has(path) ? join(this.folder, path) : null;
  }

  /** The text of a file of the latest list; null for any other path, and for what is no text. */
  async read(path: string): Promise<string | null> {
    return (await this.#sources.get(path)?.read())?.text ?? null;
  }
}
