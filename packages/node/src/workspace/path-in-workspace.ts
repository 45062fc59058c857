/** What a file is called in the workspace: for patterns, for people, and for a large model. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathOfUri } from "./file-uri.js";

/** With forward slashes; leads out of the folder, or is absolute, for a path outside. */
export function relativePathOf(folder: string, path: string): string {
  const inFolder = relative(folder, resolve(path));
  return isAbsolute(inFolder) ? inFolder : inFolder.split(sep).join("/");
}

/** Path of a file in a folder, with forward slashes; null for a path outside, and for the folder itself. */
export function pathInside(folder: string, path: string): string | null {
  const inFolder = relativePathOf(folder, path);
  return isOutside(inFolder) ? null : inFolder;
}

/** The innermost folder that holds the file; null outside of all folders. */
export function folderOfUri(uri: string, folders: readonly string[]): string | null {
  const path = pathOfUri(uri);
  if (path === null) return null;
  const [innermost] = folders
    .flatMap((folder) => {
      const inFolder = pathInside(folder, path);
      return inFolder === null ? [] : [{ folder, length: inFolder.length }];
    })
    .sort((one, other) => one.length - other.length);
  return innermost?.folder ?? null;
}

/** Path in the innermost folder that holds the file, with forward slashes; null outside of all folders. */
export function pathInFolders(uri: string, folders: readonly string[]): string | null {
  const path = pathOfUri(uri);
  const folder = folderOfUri(uri, folders);
  return path === null || folder === null ? null : pathInside(folder, path);
}

/**
 * The same; outside of all folders the file's own path, of which its name counts. Null where no file stands behind the
 * document.
 */
export function pathForPatterns(uri: string, folders: readonly string[]): string | null {
  return pathInFolders(uri, folders) ?? pathOfUri(uri)?.split(sep).join("/") ?? null;
}

function isOutside(relativePath: string): boolean {
  return relativePath === "" || relativePath === ".." || relativePath.startsWith("../") || isAbsolute(relativePath);
}
