/** The workspace index as the runtime uses it. */
import type { Retriever, TextDocument } from "@nearfirst/core";
import type { Settings } from "./config/settings.js";

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
export function openWorkspace(_options: OpenWorkspaceOptions): RuntimeWorkspace {
  return {
    revision: 0,
    search: async () => [],
    ready: Promise.resolve(),
    setOpenDocument: () => undefined,
    closeDocument: () => undefined,
    close: async () => undefined,
  };
}
