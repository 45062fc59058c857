import ignore from "ignore";
import type { Settings } from "./settings.js";

/** Why the settings want no suggestion in a file. */
export type DeclineReason = "disabled" | "language-disabled" | "file-ignored";

export interface FileInWorkspace {
  readonly languageId: string;
  /**
   * Relative to the workspace, with forward slashes; a file outside of all workspaces has its absolute path, of which
   * every end counts, so that a pattern holds wherever its workspace may begin. Null for a text without a file.
   */
  readonly relativePath: string | null;
}

/** A function that tells why the settings decline a file, null where they allow it. Make it once for given settings. */
export function declineBy(settings: Settings): (file: FileInWorkspace) => DeclineReason | null {
  const ignored = ignore().add(settings.ignore.map(composed));
  const languages = new Set(settings.languages.disabled);
  return ({ languageId, relativePath }) => {
    if (!settings.enabled) return "disabled";
    if (languages.has(languageId)) return "language-disabled";
    if (relativePath === null) return null;
    return pathsToTest(relativePath).some((path) => ignored.ignores(path)) ? "file-ignored" : null;
  };
}

/** With its accents in one form of Unicode: a disk may hold another than was typed in a pattern. */
export function composed(text: string): string {
  return text.normalize("NFC");
}

/** The path itself, or all of its ends where it is not relative to a workspace. */
export function pathsToTest(given: string): string[] {
  const path = composed(given);
  if (ignore.isPathValid(path) && !/^[A-Za-z]:[\\/]/.test(path)) return [path];
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map((_, at) => parts.slice(at).join("/")).filter((end) => ignore.isPathValid(end));
}
