/** The workspace index as the runtime uses it. */
import type { RetrievalQuery, Retriever, Snippet, TextDocument } from "@nearfirst/core";
import ignore from "ignore";
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
  const index = new WorkspaceIndex({ folders, maxFiles: settings.retrieval.maxFiles, watch });
  const isAllowed = snippetFilter(settings.ignore);
  return {
    get revision() {
      return index.revision;
    },
    ready: index.ready,
    async search(query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]> {
      return (await index.search(query, signal)).filter(isAllowed);
    },
    setOpenDocument: ({ uri, text, languageId }) => index.setOpenDocument(uri, text, languageId),
    closeDocument: (uri) => index.closeDocument(uri),
    close: () => index.close(),
  };
}

/**
 * Whether a snippet's file may be shown to the model. With several workspace folders a path begins with its folder's
 * name; a pattern counts for the path with and without it.
 */
export function snippetFilter(patterns: readonly string[]): (snippet: Pick<Snippet, "path">) => boolean {
  const ignored = ignore().add(patterns);
  return ({ path }) =>
    [path, path.slice(path.indexOf("/") + 1)].every((each) => !ignore.isPathValid(each) || !ignored.ignores(each));
}
