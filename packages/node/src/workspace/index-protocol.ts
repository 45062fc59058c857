/** Messages between the main thread and the index worker. Plain data. */
import type { RetrievalQuery, Snippet } from "@nearfirst/core";

export interface WorkspaceOptions {
  /** Absolute paths of the workspace's folders. */
  readonly folders: readonly string[];
  /** Patterns of the settings; no ignore file can take them back. */
  readonly ignore: readonly string[];
  /** Most files in the index. */
  readonly maxFiles: number;
  /** Most text in the index, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Quiet time that ends a burst of file changes. */
  readonly watchDebounceMs: number;
  /** `off`: changes are known only from `refresh`, as from an editor's own watcher. */
  readonly watch: "on" | "off";
}

export interface IndexProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface IndexStatus extends IndexProgress {
  /** `degraded`: the index does not work, `reason` says why; searches give no snippets. */
  readonly state: "starting" | "indexing" | "ready" | "degraded" | "closed";
  readonly reason: string | null;
  readonly files: number;
  readonly snippets: number;
  readonly watching: "starting" | "on" | "off";
  /** What the index leaves out and why, in sentences: too many files, no watching, a missing folder. */
  readonly notices: readonly string[];
}

export interface IndexMemory {
  readonly heapBytes: number;
  readonly externalBytes: number;
}

export interface OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  /** Null where the text is too large to index. */
  readonly text: string | null;
}

export type IndexCall =
  | { readonly type: "search"; readonly query: RetrievalQuery }
  | { readonly type: "refresh"; readonly paths: readonly string[] }
  | { readonly type: "open"; readonly document: OpenDocument }
  | { readonly type: "close"; readonly uri: string }
  | { readonly type: "memory" };

export interface IndexResults {
  search: readonly Snippet[];
  refresh: null;
  open: null;
  close: null;
  memory: IndexMemory;
}

export type ToIndex = ({ readonly id: number } & IndexCall) | { readonly type: "cancel"; readonly id: number };

export type FromIndex =
  | { readonly type: "result"; readonly id: number; readonly value: IndexResults[keyof IndexResults] }
  /** Sent before the result that it belongs to; `changes` counts the changes of the index. */
  | { readonly type: "status"; readonly status: IndexStatus; readonly changes: number };
