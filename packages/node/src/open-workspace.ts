/** The workspace index as the runtime uses it. */
import type { Retriever, TextDocument } from "@nearfirst/core";
import type { Settings } from "./config/settings.js";
import { WorkspaceIndex } from "./workspace/workspace-index.js";

/** Context from a workspace's files, with the editor's unsaved texts. */
export interface RuntimeWorkspace extends Retriever {
  /** Resolves once every file of the workspace was read, or could not be; searches before that find what is there. */
  readonly ready: Promise<void>;
  /** The editor's text of a file wins over the disk until `closeDocument`. */
  setOpenDocument(document: TextDocument): void;
  closeDocument(uri: string): void;
  close(): Promise<void>;
}

export interface OpenWorkspaceOptions {
  /** Absolute paths, at least one. */
  readonly folders: readonly string[];
  readonly settings: Settings;
  /** `off` for a process that ends after one request. */
  readonly watch: "on" | "off";
}

/** Starts indexing. */
export function openWorkspace({ folders, settings, watch }: OpenWorkspaceOptions): RuntimeWorkspace {
  const { ignore, retrieval } = settings;
  const index = new WorkspaceIndex({ folders, ignore, maxFiles: retrieval.maxFiles, watch });
  return {
    get revision() {
      return index.revision;
    },
    ready: index.ready,
    search: (query, signal) => index.search(query, signal),
    setOpenDocument: ({ uri, text, languageId }) => index.setOpenDocument(uri, text, languageId),
    closeDocument: (uri) => index.closeDocument(uri),
    close: () => index.close(),
  };
}
