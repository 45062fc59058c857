/** Passes unsaved text on to the workspace index, off the keystroke path: copying a text costs time that grows with it. */
import type { LspBackend } from "./lsp-backend.js";
import type { OpenDocuments } from "./open-documents.js";

/** Pause after the last change of a document before its text is passed on, in milliseconds. */
export const INDEX_PAUSE_MS = 400;

export class IndexFeed {
  readonly #documents: OpenDocuments;
  readonly #backend: () => LspBackend | null;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(documents: OpenDocuments, backend: () => LspBackend | null) {
    this.#documents = documents;
    this.#backend = backend;
  }

  changed(uri: string): void {
    const timer = this.#timers.get(uri);
    if (timer !== undefined) timer.refresh();
    else this.#timers.set(uri, setTimeout(() => this.pass(uri), INDEX_PAUSE_MS).unref());
  }

  /** Passes the document on now. */
  pass(uri: string): void {
    this.#forget(uri);
    const document = this.#documents.get(uri);
    if (document !== null) this.#backend()?.setOpenDocument(document);
  }

  closed(uri: string): void {
    this.#forget(uri);
    this.#backend()?.closeDocument(uri);
  }

  /** For a backend that has just been loaded. */
  passAll(): void {
    for (const uri of this.#documents.uris()) this.pass(uri);
  }

  #forget(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
  }
}
