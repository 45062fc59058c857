/** The files in the index: which text of each counts, the editor's or the one on disk, and whether there is room. */
import type { Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { languageOfPath, SnippetIndex } from "@nearfirst/core";
import { isSourcePath } from "./crawl.js";
import type { OpenDocument } from "./index-protocol.js";
import { MAX_FILE_BYTES, readSourceFile } from "./read-source-file.js";
import { realPathOf, type WorkspaceFolder, type WorkspaceFolders } from "./workspace-folders.js";

export interface WorkspaceFilesOptions {
  readonly folders: WorkspaceFolders;
  readonly maxFiles: number;
  readonly maxCharacters: number;
  /** Called after each change of the index. */
  readonly onChange: () => void;
}

/** `listed`: found by a crawl just now. `named`: a path from outside, to be checked first. */
export type PathOrigin = "listed" | "named";

interface DiskFile {
  readonly mtimeMs: number;
  readonly bytes: number;
}

/** Keys are real paths. Of two updates of one file the later one wins, however long each takes to read. */
export class WorkspaceFiles {
  readonly index = new SnippetIndex();
  readonly #options: WorkspaceFilesOptions;
  /** What is known of files on disk, of those too that hold no source text. */
  readonly #disk = new Map<string, DiskFile>();
  readonly #open = new Map<string, OpenDocument>();
  readonly #characters = new Map<string, number>();
  #totalCharacters = 0;
  readonly #updates = new Map<string, number>();
  /** Files were left out for lack of room. */
  isCut = false;

  constructor(options: WorkspaceFilesOptions) {
    this.#options = options;
  }

  keysOnDisk(): Iterable<string> {
    return this.#disk.keys();
  }

  openDocuments(): OpenDocument[] {
    return [...this.#open.values()];
  }

  isKnown(key: string): boolean {
    return this.#disk.has(key) || this.#open.has(key);
  }

  /** Whether the file on disk is the one that was read. */
  isUnchanged(key: string, stats: Stats): boolean {
    const known = this.#disk.get(key);
    return known !== undefined && known.mtimeMs === stats.mtimeMs && known.bytes === stats.size;
  }

  /** The key of a document, which need not exist on disk; null for one that is no file. */
  async keyOf(path: string | null): Promise<string | null> {
    if (path === null) return null;
    const real = await realPathOf(path);
    if (real !== null) return real;
    const directory = await realPathOf(dirname(path));
    return directory === null ? path : join(directory, basename(path));
  }

  /** Reads a file, or drops it where it is gone, ignored, outside, or no source. */
  async updateFromDisk(key: string, origin: PathOrigin): Promise<void> {
    const isCurrent = this.#beginUpdate(key);
    const folder = this.#options.folders.folderOf(key);
    const rules = folder?.rules;
    const isWanted = folder !== null && (origin === "listed" || (await this.#isWanted(folder, key)));
    const isRoom = this.index.hasFile(key) || this.index.fileCount < this.#options.maxFiles;
    const file = isWanted && isRoom ? await readSourceFile(key) : null;
    if (!isCurrent()) return;
    // The ignore files were read anew meanwhile.
    if (folder?.rules !== rules) return this.updateFromDisk(key, "named");
    if (isWanted && !isRoom) this.isCut = true;
    if (file === null) this.#disk.delete(key);
    else this.#disk.set(key, file);
    this.#show(key, isWanted ? folder : null, file?.text ?? null);
  }

  /** Indexes an editor's buffer instead of the file, if the file may be indexed. */
  async openDocument(key: string, document: OpenDocument): Promise<void> {
    this.#open.set(key, document);
    const isCurrent = this.#beginUpdate(key);
    const folder = this.#options.folders.folderOf(key);
    const rules = folder?.rules;
    const isWanted = folder !== null && (await this.#isWanted(folder, key));
    if (!isCurrent()) return;
    if (folder?.rules !== rules) return this.openDocument(key, document);
    this.#show(key, isWanted ? folder : null, null);
  }

  async closeDocument(key: string): Promise<void> {
    this.#open.delete(key);
    await this.updateFromDisk(key, "named");
  }

  /** Drops a file that is gone from disk; an open buffer of it stays. */
  forget(key: string): void {
    this.#disk.delete(key);
    if (this.#open.has(key)) return;
    this.#beginUpdate(key);
    this.#show(key, null, null);
  }

  /** Answers false once another update of the same file has begun. */
  #beginUpdate(key: string): () => boolean {
    const update = (this.#updates.get(key) ?? 0) + 1;
    this.#updates.set(key, update);
    return () => this.#updates.get(key) === update;
  }

  async #isWanted({ root, rules }: WorkspaceFolder, key: string): Promise<boolean> {
    if (!isSourcePath(key)) return false;
    // Its ignore files went with the folder: what they said of an open buffer is not known any more.
    if ((await realPathOf(root)) === null) return false;
    await rules.loadFor(key);
    if (rules.isIgnored(key, { isDirectory: false })) return false;
    // A link somewhere in the path would lead elsewhere; a file that does not exist yet leads nowhere.
    const real = await realPathOf(key);
    return real === key || real === null;
  }

  /** Indexes the editor's text where there is one, else that on disk. `folder` is null where neither may be indexed. */
  #show(key: string, folder: WorkspaceFolder | null, textOnDisk: string | null): void {
    const document = this.#open.get(key);
    if (document === undefined) {
      this.#put(key, folder, languageOfPath(key), textOnDisk);
      return;
    }
    const isSource = document.text !== null && document.text.length <= MAX_FILE_BYTES && !document.text.includes("\0");
    this.#put(key, folder, document.languageId, isSource ? document.text : null);
  }

  #put(key: string, folder: WorkspaceFolder | null, languageId: string, text: string | null): void {
    const { index } = this;
    const before = this.#characters.get(key) ?? 0;
    const isRoom = text === null || this.#totalCharacters - before + text.length <= this.#options.maxCharacters;
    if (!isRoom) this.isCut = true;
    let hasChanged = index.hasFile(key);
    if (folder !== null && text !== null && isRoom) {
      const path = this.#options.folders.displayPathOf(folder, key);
      hasChanged = index.replaceFile({ key, path, languageId, text });
      this.#characters.set(key, text.length);
      this.#totalCharacters += text.length - before;
    } else {
      index.removeFile(key);
      this.#characters.delete(key);
      this.#totalCharacters -= before;
    }
    if (hasChanged) this.#options.onChange();
  }
}
