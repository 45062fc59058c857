/** Which files' text may leave the machine at all. */

export interface FileFacts {
  /** The document's URI; null where only its path in the workspace is known, as for a snippet. */
  readonly uri: string | null;
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  /** LSP language identifier. */
  readonly languageId: string;
}

/**
 * Why a file's text stays on the machine. `ignored-file`: an ignore file or the settings name it, or it is a dot-env file,
 * a key or a certificate.
 */
export type KeepReason = "local-only-workspace" | "local-only-path" | "local-only-language" | "ignored-file";

export interface ReleasePolicy {
  /** Null where the file's text may leave. Rejects only for a bug or with the signal's reason. */
  reasonToKeep(file: FileFacts, signal: AbortSignal): Promise<KeepReason | null>;
}
