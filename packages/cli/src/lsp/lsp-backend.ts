/** What the language server needs of the product. `runtime-backend.ts` gives the real one; tests script theirs. */
import type { Capabilities, StatisticsEvent, StopMode, TextDocument } from "@nearfirst/core";

/** How it stands with the large model. */
export interface LargeState {
  /** Server and model, for people; never a key. */
  readonly name: string;
  /** True from when it was first left alone because it failed until it answers again. */
  readonly isDown: boolean;
  /** What it said of its last fault, and what to do; null where there was none. */
  readonly lastFault: string | null;
}

export interface LspBackend {
  readonly capabilities: Capabilities;
  /** As the settings name it. */
  readonly modelName: string;
  /** Whether the model runs in the daemon that all editors share, or in a process of this server alone. */
  engine(): "shared" | "own";
  /** Null where none is configured. */
  large(): LargeState | null;
  readonly stopMode: StopMode;
  /** Most tokens of a suggestion, at least 1. */
  readonly maxTokens: number;
  /** False where suggestions come only when asked for explicitly. */
  readonly automatic: boolean;
  /** False where suggestions in comments come only when asked for explicitly. */
  readonly inComments: boolean;
  /** Longest pause in typing before an automatic suggestion, in milliseconds. */
  readonly delayMs: number;
  /** Resolves once the workspace's files were read. */
  readonly indexed: Promise<void>;
  /** Why the settings want no suggestion in this file; null where they allow it. */
  declines(document: TextDocument): string | null;
  /** The editor's text of a file, which wins over the disk until `closeDocument`. */
  setOpenDocument(document: TextDocument): void;
  closeDocument(uri: string): void;
  /** For `nearfirst stats`. Costs next to nothing, and never fails. */
  record(event: StatisticsEvent): void;
  close(): Promise<void>;
}

export interface OpenBackendOptions {
  /** Absolute paths of the editor's workspace folders. */
  readonly folders: readonly string[];
  /** What the client said in `initializationOptions`, unchecked. */
  readonly clientOptions: unknown;
  /** Tells the developer what the options or settings have wrong; everything else still holds. */
  readonly warn: (message: string) => void;
  /** Writes to the editor's log what need not interrupt the developer: what the workspace index leaves out. */
  readonly log: (message: string) => void;
}

/** Rejects with a `NearfirstError` that says what to do. */
export type OpenBackend = (options: OpenBackendOptions) => Promise<LspBackend>;
