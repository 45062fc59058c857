/** The workspace index as the runtime uses it. */
import type { Retriever, TextDocument } from "@nearfirst/core";
import type { Settings } from "./config/settings.js";
import type { IndexStatus } from "./workspace/index-protocol.js";
import { WorkspaceIndex } from "./workspace/workspace-index.js";

/** Context from a workspace's files, with the editor's unsaved texts. */
export interface RuntimeWorkspace extends Retriever {
  /** Resolves once every file was read, or the index is off for good; searches before that find what is there. */
  readonly ready: Promise<void>;
  status(): IndexStatus;
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
  /** What the developer should know of the index, in sentences, each once: that it failed, or what it leaves out. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

const PATIENT_SEARCH_LIMIT_MS = 10_000;

/** Starts indexing. */
export function openWorkspace({ folders, settings, watch, onNotice }: OpenWorkspaceOptions): RuntimeWorkspace {
  const told = new Set<string>();
  const index = new WorkspaceIndex({
    folders,
    maxFiles: settings.retrieval.maxFiles,
    ignore: settings.ignore,
    watch,
    // Nobody is typing where the process ends after one request: better late than without context.
    ...(watch === "off" ? { searchLimitMs: PATIENT_SEARCH_LIMIT_MS } : {}),
    onStatus: ({ state, reason, notices }) => {
      // Before it is ready, what it leaves out is not known yet.
      for (const notice of state === "ready" ? notices : reason === null ? [] : [reason]) {
        if (!told.has(notice)) onNotice?.(notice);
        told.add(notice);
      }
    },
  });
  return {
    get revision() {
      return index.revision;
    },
    ready: index.ready,
    status: () => index.status(),
    search: (query, signal) => index.search(query, signal),
    setOpenDocument: ({ uri, text, languageId }) => index.setOpenDocument(uri, text, languageId),
    closeDocument: (uri) => index.closeDocument(uri),
    close: () => index.close(),
  };
}
