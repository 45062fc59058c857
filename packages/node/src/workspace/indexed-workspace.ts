/** The index of a workspace and what keeps it true: crawl, watch, editor buffers. Runs in the worker alone. */
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { RetrievalQuery, Snippet } from "@nearfirst/core";
import { crawl, isSourcePath } from "./crawl.js";
import { pathOfUri } from "./file-uri.js";
import { forEachLimited } from "./for-each-limited.js";
import { isIgnoreFile } from "./ignore-rules.js";
import type { IndexStatus, OpenDocument, WorkspaceOptions } from "./index-protocol.js";
import { FileWatch } from "./watch-files.js";
import { WorkspaceFiles } from "./workspace-files.js";
import { WorkspaceFolders } from "./workspace-folders.js";

/** Files that are read at the same time; more would only make the disk seek. */
const CONCURRENT_READS = 8;
const MAX_REMEMBERED_KEYS = 1_000;
/** How often a folder that is gone is looked for. */
const MISSING_FOLDER_MS = 1_000;
const NOT_FOLLOWED = "Changes made outside the editor are not followed.";

export class IndexedWorkspace {
  readonly #options: WorkspaceOptions;
  readonly #folders: WorkspaceFolders;
  readonly #files: WorkspaceFiles;
  readonly #onChange: () => void;
  readonly #keys = new Map<string, string | null>();
  /** Editor events take effect in the order in which they came. */
  #documents: Promise<void> = Promise.resolve();
  #crawling = new AbortController();
  #watch: FileWatch | null = null;
  #missingTimer: NodeJS.Timeout | undefined;
  #watching: IndexStatus["watching"] = "off";
  #state: "indexing" | "ready" = "indexing";
  #filesDone = 0;
  #filesTotal = 0;
  #noWatchReason: string | null = null;
  #isTooLargeToWatch = false;
  changes = 0;

  /** `onChange` is called whenever `status` or the answer to a search may have changed. */
  static async open(options: WorkspaceOptions, onChange: () => void): Promise<IndexedWorkspace> {
    return new IndexedWorkspace(options, await WorkspaceFolders.open(options.folders, options.ignore), onChange);
  }

  private constructor(options: WorkspaceOptions, folders: WorkspaceFolders, onChange: () => void) {
    this.#options = options;
    this.#folders = folders;
    this.#onChange = onChange;
    const { maxFiles, maxCharacters } = options;
    this.#files = new WorkspaceFiles({ folders, maxFiles, maxCharacters, onChange: () => this.#changed() });
  }

  status(): IndexStatus {
    const { index } = this.#files;
    const notices = this.#folders.missing.map((path) => `The folder ${path} does not exist or cannot be read.`);
    if (this.#files.isCut)
      notices.push(
        "The workspace has more source files than the index takes; the rest is left out. Raise `retrieval.maxFiles`, or ignore what is no source.",
      );
    if (this.#noWatchReason !== null) notices.push(`${this.#noWatchReason} ${NOT_FOLLOWED}`);
    else if (this.#isTooLargeToWatch) notices.push(`The workspace is too large to be watched. ${NOT_FOLLOWED}`);
    return {
      state: this.#state,
      reason: null,
      files: index.fileCount,
      snippets: index.snippetCount,
      filesDone: this.#filesDone,
      filesTotal: this.#filesTotal,
      watching: this.#watching,
      notices,
    };
  }

  async search({ uri, ...query }: RetrievalQuery): Promise<readonly Snippet[]> {
    const excludedKey = await this.#keyOfUri(uri);
    return this.#files.index.search({ ...query, excludedKey });
  }

  openDocument(document: OpenDocument): Promise<void> {
    return this.#inOrder(async () => {
      this.#keys.delete(document.uri);
      const key = await this.#keyOfUri(document.uri);
      if (key !== null) await this.#files.openDocument(key, document);
    });
  }

  closeDocument(uri: string): Promise<void> {
    return this.#inOrder(async () => {
      const key = await this.#keyOfUri(uri);
      this.#keys.delete(uri);
      if (key !== null) await this.#files.closeDocument(key);
    });
  }

  /** Brings the index up to date with what is on disk at these paths: files or directories, there or gone. */
  async refresh(paths: readonly string[]): Promise<void> {
    const keys = await Promise.all(paths.map((path) => this.#files.keyOf(path)));
    await this.#update(keys.filter((key) => key !== null));
  }

  /** Crawls all folders: at the start, and when an ignore file has changed. A crawl in progress ends. */
  async crawl(): Promise<void> {
    this.#crawling.abort();
    const controller = new AbortController();
    this.#crawling = controller;
    const { signal } = controller;
    this.#state = "indexing";
    this.#files.isCut = false;
    await this.#closeWatch();
    await this.#folders.reloadRules();
    const found = new Set<string>();
    for (const folder of this.#folders.all) await this.#list(folder.root, found, signal);
    if (signal.aborted) return;
    for (const key of [...this.#files.keysOnDisk()]) if (!found.has(key)) this.#files.forget(key);
    for (const document of this.#files.openDocuments()) void this.openDocument(document);
    this.#filesDone = 0;
    this.#filesTotal = found.size;
    await this.#readAll(found, signal);
    if (signal.aborted) return;
    this.#state = "ready";
    this.#openWatch();
    this.#onChange();
    await this.#lookForMissing(signal);
  }

  async close(): Promise<void> {
    this.#crawling.abort();
    await this.#closeWatch();
  }

  /** A folder that is deleted and made again, as by a new clone, is not reported by its watcher. */
  async #lookForMissing(signal: AbortSignal): Promise<void> {
    if (this.#options.watch === "off") return;
    const missing: string[] = [];
    for (const { root } of this.#folders.all) if (!(await isDirectory(root))) missing.push(root);
    const look = async () => {
      const found = await Promise.all(missing.map(isDirectory));
      if (signal.aborted) return;
      if (found.includes(true)) await this.crawl();
      else this.#missingTimer = setTimeout(look, MISSING_FOLDER_MS);
    };
    if (missing.length > 0 && !signal.aborted) await look();
  }

  #changed(): void {
    this.changes++;
    this.#onChange();
  }

  async #list(directory: string, found: Set<string>, signal: AbortSignal): Promise<void> {
    const folder = this.#folders.folderOf(directory);
    if (folder === null) return;
    for await (const path of crawl({ folder, directory, isOther: (other) => this.#folders.isRoot(other), signal })) {
      if (found.size >= this.#options.maxFiles) {
        this.#files.isCut = true;
        return;
      }
      found.add(path);
    }
  }

  async #readAll(keys: Iterable<string>, signal: AbortSignal): Promise<void> {
    await forEachLimited(keys, CONCURRENT_READS, async (key) => {
      if (signal.aborted) return;
      const stats = this.#files.isKnown(key) ? await lstat(key).catch(() => null) : null;
      if (stats === null || !this.#files.isUnchanged(key, stats)) await this.#files.updateFromDisk(key, "listed");
      this.#filesDone = Math.min(this.#filesDone + 1, this.#filesTotal);
      this.#onChange();
    });
  }

  async #update(keys: readonly string[]): Promise<void> {
    if (keys.some((key) => isIgnoreFile(basename(key)) && !this.#isIgnored(dirname(key)))) return this.crawl();
    // The folder itself: it is gone, or another one has its name.
    if (keys.some((key) => this.#folders.isRoot(key))) return this.crawl();
    const named = new Set(keys);
    const gone = new Set<string>();
    await forEachLimited(keys, CONCURRENT_READS, async (key) => {
      const stats = await lstat(key).catch(() => null);
      if (stats?.isDirectory()) {
        if (hasAncestorIn(key, named)) return;
        const found = new Set<string>();
        const folder = this.#folders.folderOf(key);
        await folder?.rules.loadFor(key);
        if (!this.#isIgnored(key, stats)) await this.#list(key, found, this.#crawling.signal);
        await this.#readAll(found, this.#crawling.signal);
      } else if (stats !== null || this.#files.isKnown(key)) await this.#files.updateFromDisk(key, "named");
      if (!stats?.isFile() && !this.#files.isKnown(key)) gone.add(key);
    });
    // What is gone may have been a directory.
    if (gone.size === 0) return;
    for (const key of [...this.#files.keysOnDisk()]) if (hasAncestorIn(key, gone)) await this.#recheck(key);
  }

  /** What is gone since it was read, and was so before watching began. */
  async #updateUnseen(seen: ReadonlySet<string>): Promise<void> {
    const unseen = [...this.#files.keysOnDisk()].filter((key) => !seen.has(key));
    for (const { rules } of this.#folders.all)
      for (const path of rules.filesRead())
        if (!seen.has(path) && (await lstat(path).catch(() => null)) === null) unseen.push(path);
    await this.#update(unseen);
  }

  async #recheck(key: string): Promise<void> {
    if ((await lstat(key).catch(() => null)) === null) this.#files.forget(key);
  }

  #isIgnored(path: string, stats?: Stats): boolean {
    const folder = this.#folders.folderOf(path);
    if (folder === null) return true;
    if (stats?.isSymbolicLink()) return true;
    if (isIgnoreFile(basename(path))) return this.#isIgnored(dirname(path));
    if (stats?.isFile() && !isSourcePath(path)) return true;
    return folder.rules.isIgnored(path, { isDirectory: stats === undefined || stats.isDirectory() });
  }

  #openWatch(): void {
    if (this.#options.watch === "off" || this.#noWatchReason !== null || this.#folders.all.length === 0) return;
    // A watcher looks at every file below a folder, also at those that were left out.
    this.#isTooLargeToWatch = this.#files.isCut;
    if (this.#isTooLargeToWatch) return;
    this.#watching = "starting";
    this.#watch = new FileWatch({
      roots: this.#folders.all.map((folder) => folder.root),
      debounceMs: this.#options.watchDebounceMs,
      isIgnored: (path, stats) => stats !== undefined && this.#isIgnored(path, stats),
      isChange: (path, stats) =>
        isIgnoreFile(basename(path))
          ? this.#folders.folderOf(path)?.rules.isAsRead(path, stats) === false
          : !this.#files.isUnchanged(path, stats),
      onChange: (paths) => void this.#update(paths),
      onReady: (seen) => {
        this.#watching = "on";
        this.#onChange();
        void this.#updateUnseen(seen);
      },
      onUnavailable: (reason) => {
        this.#noWatchReason = reason;
        this.#watching = "off";
        this.#onChange();
      },
    });
  }

  async #closeWatch(): Promise<void> {
    this.#watching = "off";
    clearTimeout(this.#missingTimer);
    const watch = this.#watch;
    this.#watch = null;
    await watch?.close();
  }

  #inOrder(run: () => Promise<void>): Promise<void> {
    const turn = this.#documents.then(run);
    this.#documents = turn.catch(() => undefined);
    return turn;
  }

  async #keyOfUri(uri: string): Promise<string | null> {
    const known = this.#keys.get(uri);
    if (known !== undefined) return known;
    const key = await this.#files.keyOf(pathOfUri(uri));
    if (this.#keys.size >= MAX_REMEMBERED_KEYS) this.#keys.clear();
    this.#keys.set(uri, key);
    return key;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function hasAncestorIn(path: string, directories: ReadonlySet<string>): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (directories.has(at)) return true;
  return false;
}
