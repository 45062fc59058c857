/** The product's own index over a task's repository; one repository at a time, as tasks come repository by repository. */
import { NearfirstError, type Retriever, type TextDocument } from "@nearfirst/core";
import { DEFAULT_SETTINGS, WorkspaceIndex } from "@nearfirst/node";

/** Nobody is typing: better late than without context. */
const SEARCH_LIMIT_MS = 60_000;

export interface IndexedRepository extends Retriever {
  /** Has the file of the document as an unsaved buffer, until it is closed. Resolves when the index holds it. */
  openDocument(document: TextDocument): Promise<void>;
  closeDocument(uri: string): Promise<void>;
}

export class RepositoryIndex {
  #opened: { readonly root: string; readonly index: WorkspaceIndex; readonly repository: IndexedRepository } | null =
    null;

  /** Of every file of the repository. Rejects where it cannot be indexed: without context the rows would be others. */
  async of(root: string): Promise<IndexedRepository> {
    if (this.#opened?.root === root) return this.#opened.repository;
    await this.close();
    const { retrieval, ignore } = DEFAULT_SETTINGS;
    const index = new WorkspaceIndex({
      folders: [root],
      maxFiles: retrieval.maxFiles,
      ignore,
      watch: "off",
      searchLimitMs: SEARCH_LIMIT_MS,
    });
    this.#opened = { root, index, repository: repositoryOf(index) };
    await index.ready;
    const { state, reason } = index.status();
    if (state === "ready") return this.#opened.repository;
    await this.close();
    throw new NearfirstError({
      code: "internal",
      message: `${root} cannot be indexed: ${reason ?? state}. --no-retrieval asks without its other files.`,
    });
  }

  async close(): Promise<void> {
    const index = this.#opened?.index;
    this.#opened = null;
    await index?.close();
  }
}

function repositoryOf(index: WorkspaceIndex): IndexedRepository {
  return {
    get revision() {
      return index.revision;
    },
    search: (query, signal) => index.search(query, signal),
    openDocument({ uri, text, languageId }) {
      index.setOpenDocument(uri, text, languageId);
      return index.flush();
    },
    closeDocument(uri) {
      index.closeDocument(uri);
      return index.flush();
    },
  };
}
