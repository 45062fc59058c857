/** The ignore files of one workspace folder: `.gitignore`, `.ignore`, `.nearfirstignore`, nested and with negation. */
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import createIgnore, { type Ignore } from "ignore";
import { composed } from "../config/decline.js";
import { readTextFile } from "../read-text-file.js";
import { type EntryKind, isAlwaysIgnored } from "./always-ignored.js";
import { gitExcludeFiles } from "./git-excludes.js";

/** What git knows nothing of, so that it counts without a repository too. */
const OWN_FILE = ".nearfirstignore";

/** Later ones win over earlier ones of the same directory. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore", OWN_FILE];

/** More than any list of patterns. */
const LARGEST_IGNORE_FILE_BYTES = 10_000_000;

export function isIgnoreFile(name: string): boolean {
  return IGNORE_FILES.includes(name);
}

/** Patterns that win over every ignore file: those of the settings. */
export interface SettingsRules {
  readonly patterns: readonly string[];
  /** What may stand before a path below the root when it is compared, each with a slash at its end. */
  readonly prefixes: readonly string[];
}

export class IgnoreRules {
  readonly #root: string;
  readonly #settings: Ignore;
  readonly #prefixes: readonly string[];
  /**
   * By directory; null where it has no ignore file. Directories above the root count up to that of the repository; where
   * there is none all of them do, with our own ignore files alone.
   */
  readonly #rules = new Map<string, Promise<Ignore | null>>();
  readonly #loaded = new Map<string, Ignore | null>();
  /** The files that were there to be read, by path, and which version of each. */
  readonly #versions = new Map<string, string>();
  /** Directories above the root, nearest first. */
  #above: readonly string[] = [];
  #isInIgnored = false;

  private constructor(root: string, { patterns, prefixes }: SettingsRules) {
    this.#root = root;
    this.#settings = createIgnore().add(patterns.map(composed));
    this.#prefixes = ["", ...prefixes];
  }

  /** Reads the rules that hold for the whole folder; `root` is a real path. */
  static async of(root: string, settings: SettingsRules = { patterns: [], prefixes: [] }): Promise<IgnoreRules> {
    const rules = new IgnoreRules(root, settings);
    const { directories, isRepository } = await directoriesAbove(root);
    rules.#above = directories;
    await Promise.all(
      [root, ...directories].map(async (directory) => {
        const isOfRepository = isRepository || directory === root;
        const holdsRepository = isRepository && directory === (directories.at(-1) ?? root);
        const uncommitted = holdsRepository ? await gitExcludeFiles(directory) : [];
        await rules.load(directory, isOfRepository ? [...uncommitted, ...IGNORE_FILES] : [OWN_FILE]);
      }),
    );
    rules.#isInIgnored = [root, ...rules.#above].some((directory, at) =>
      rules.#isIgnoredFrom(rules.#above.slice(at), directory, { isDirectory: true }),
    );
    return rules;
  }

  /** Reads the ignore files of one directory, once; `names` are those that it is known to have. */
  async load(directory: string, names: readonly string[] = IGNORE_FILES): Promise<void> {
    let rules = this.#rules.get(directory);
    if (rules === undefined) {
      rules = this.#read(directory, names);
      this.#rules.set(directory, rules);
    }
    this.#loaded.set(directory, await rules);
  }

  /**
   * Whether a path below the root is ignored, itself or by a directory above it. Only loaded directories have a say:
   * `loadFor` first, or an answer of `false` may be too hopeful.
   */
  isIgnored(path: string, kind: EntryKind): boolean {
    const parts = relative(this.#root, path).split(sep);
    if (parts[0] === "" || parts[0] === "..") return false;
    let directory = this.#root;
    for (const [at, name] of parts.entries()) {
      const entry = at < parts.length - 1 ? { isDirectory: true } : kind;
      if (this.isEntryIgnored(directory, name, entry)) return true;
      directory = join(directory, name);
    }
    return false;
  }

  /** The same for an entry of a directory that is itself not ignored. */
  isEntryIgnored(directory: string, name: string, kind: EntryKind): boolean {
    // Of an ignored directory no deeper file brings anything back, wherever the folder begins.
    if (this.#isInIgnored || isAlwaysIgnored(name, kind)) return true;
    const path = join(directory, name);
    if (this.#isIgnoredBySettings(path, kind)) return true;
    const directories = [directory];
    for (let at = directory; at !== this.#root; ) {
      at = dirname(at);
      directories.push(at);
    }
    return this.#isIgnoredFrom([...directories, ...this.#above], path, kind);
  }

  /** By the first of the directories, nearest first, whose ignore files have a say. */
  #isIgnoredFrom(directories: readonly string[], path: string, kind: EntryKind): boolean {
    for (const directory of directories) {
      const decision = this.#decide(directory, path, kind);
      if (decision !== null) return decision;
    }
    return false;
  }

  /** Reads the ignore files of all directories from the root down to the one that holds `path`. */
  async loadFor(path: string): Promise<void> {
    const directories: string[] = [];
    for (let at = dirname(path); at.length > this.#root.length; at = dirname(at)) directories.push(at);
    await Promise.all(directories.map((directory) => this.load(directory)));
  }

  /** Whether an ignore file is the one that was read: no version of it was, where none was there. */
  isAsRead(path: string, stats: Stats): boolean {
    return this.#versions.get(path) === versionOf(stats);
  }

  /** The ignore files that were there, by their paths. */
  filesRead(): Iterable<string> {
    return this.#versions.keys();
  }

  async #read(directory: string, names: readonly string[]): Promise<Ignore | null> {
    const paths = names.map((name) => resolve(directory, name));
    const texts = await Promise.all(paths.map((path) => this.#readFile(path)));
    if (texts.every((text) => text === "")) return null;
    // Git compares with the case of the file system; only Linux has none that ignores it by default.
    const rules = createIgnore({ ignorecase: process.platform !== "linux" });
    for (const text of texts) rules.add(composed(text.replace(/^\uFEFF/, "")));
    return rules;
  }

  async #readFile(path: string): Promise<string> {
    // Before the text: of one that changes in between, the older version is remembered, and the newer noticed.
    const stats = await lstat(path).catch(() => null);
    if (stats !== null) this.#versions.set(path, versionOf(stats));
    return readTextFile(path, LARGEST_IGNORE_FILE_BYTES).catch(patternsInsteadOf);
  }

  #isIgnoredBySettings(path: string, { isDirectory }: EntryKind): boolean {
    const name = composed(relative(this.#root, path).split(sep).join("/"));
    return this.#prefixes.some((prefix) => this.#settings.ignores(`${prefix}${name}${isDirectory ? "/" : ""}`));
  }

  #decide(directory: string, path: string, { isDirectory }: EntryKind): boolean | null {
    const rules = this.#loaded.get(directory);
    if (rules == null) return null;
    const name = composed(relative(directory, path).split(sep).join("/"));
    const { ignored, unignored } = rules.test(isDirectory ? `${name}/` : name);
    return ignored ? true : unignored ? false : null;
  }
}

/** From the root's parent up to the directory that holds `.git`; to the file system's root where the folder is in no repository. */
async function directoriesAbove(
  root: string,
): Promise<{ readonly directories: string[]; readonly isRepository: boolean }> {
  const directories: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    if (at !== root) directories.push(at);
    if (await exists(join(at, ".git"))) return { directories, isRepository: true };
    if (dirname(at) === at) return { directories, isRepository: false };
  }
}

function versionOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`;
}

/** Nothing is there, or what git counts as no ignore file: a folder, a pipe, a link that leads nowhere. */
const NO_IGNORE_FILE: ReadonlySet<string | undefined> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ENOTFILE",
  "ELOOP",
  "ENXIO",
]);

/** What cannot be read, be it that too many files are open just now, may keep anything private: so it keeps all. */
function patternsInsteadOf({ code }: NodeJS.ErrnoException): string {
  return NO_IGNORE_FILE.has(code) ? "" : "*";
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
