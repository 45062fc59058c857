/** The workspace's folders by their real paths: which of them holds a file, and what the file is called in it. */
import { realpath } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { withLowerCaseDrive } from "./file-uri.js";
import { IgnoreRules, type SettingsRules } from "./ignore-rules.js";

export interface WorkspaceFolder {
  /** Real path. */
  readonly root: string;
  readonly settings: SettingsRules;
  rules: IgnoreRules;
}

export class WorkspaceFolders {
  readonly all: readonly WorkspaceFolder[];
  /** Folders that do not exist or cannot be entered. */
  readonly missing: readonly string[];

  private constructor(all: readonly WorkspaceFolder[], missing: readonly string[]) {
    this.all = all;
    this.missing = missing;
  }

  /** `ignore`: patterns of the settings, for paths below a folder; with several, its name may come first. */
  static async open(paths: readonly string[], ignore: readonly string[]): Promise<WorkspaceFolders> {
    const roots = new Set<string>();
    const missing: string[] = [];
    for (const path of paths) {
      const root = await realPathOf(resolve(path));
      if (root === null) missing.push(path);
      else roots.add(root);
    }
    const all = [...roots].map(async (root) => {
      const settings = { patterns: ignore, prefixes: prefixesOf(root, roots) };
      return { root, settings, rules: await IgnoreRules.of(root, settings) };
    });
    return new WorkspaceFolders(await Promise.all(all), missing);
  }

  /** Reads all ignore files anew. */
  async reloadRules(): Promise<void> {
    await Promise.all(
      this.all.map(async (folder) => {
        folder.rules = await IgnoreRules.of(folder.root, folder.settings);
      }),
    );
  }

  /** The innermost folder that holds a real path; null for a path outside. */
  folderOf(path: string): WorkspaceFolder | null {
    let found: WorkspaceFolder | null = null;
    for (const folder of this.all) {
      if (isWithin(folder.root, path) && (found === null || folder.root.length > found.root.length)) found = folder;
    }
    return found;
  }

  isRoot(path: string): boolean {
    return this.all.some((folder) => folder.root === path);
  }

  /** With forward slashes; begins with the folder's name where there are several folders. */
  displayPathOf(folder: WorkspaceFolder, path: string): string {
    const inFolder = relative(folder.root, path).split(sep).join("/");
    return this.all.length > 1 ? `${basename(folder.root)}/${inFolder}` : inFolder;
  }
}

/** With several folders: the folder's name, and where it lies in other folders. */
function prefixesOf(root: string, roots: ReadonlySet<string>): string[] {
  if (roots.size < 2) return [];
  const outer = [...roots].filter((other) => other !== root && isWithin(other, root));
  const places = [basename(root), ...outer.map((other) => relative(other, root).split(sep).join("/"))];
  return places.filter((place) => place !== "").map((place) => `${place}/`);
}

export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The path without symbolic links; null where nothing is there (a dangling or circular link). */
export async function realPathOf(path: string): Promise<string | null> {
  return realpath(path).then(withLowerCaseDrive, () => null);
}
