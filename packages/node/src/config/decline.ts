import ignore from "ignore";
import type { Settings } from "./settings.js";

/** Why the settings want no suggestion in a file. */
export type DeclineReason = "disabled" | "language-disabled" | "file-ignored";

export interface FileInWorkspace {
  readonly languageId: string;
  /** Relative to the workspace, with forward slashes; outside of it the file's name counts; null for a file without one. */
  readonly relativePath: string | null;
}

/** A function that tells why the settings decline a file, null where they allow it. Make it once for given settings. */
export function declineBy(settings: Settings): (file: FileInWorkspace) => DeclineReason | null {
  const ignored = ignore().add(settings.ignore);
  const languages = new Set(settings.languages.disabled);
  return ({ languageId, relativePath }) => {
    if (!settings.enabled) return "disabled";
    if (languages.has(languageId)) return "language-disabled";
    if (relativePath === null) return null;
    const path = ignore.isPathValid(relativePath) ? relativePath : relativePath.split("/").at(-1);
    if (path && ignore.isPathValid(path) && ignored.ignores(path)) return "file-ignored";
    return null;
  };
}
