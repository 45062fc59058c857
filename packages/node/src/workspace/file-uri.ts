/** Document URIs and file paths. Editors spell the same file's URI in several ways; its path is what identifies it. */
import { fileURLToPath, pathToFileURL } from "node:url";

export interface FileUriOptions {
  /** Windows paths and drive letters; by default where this runs on Windows. */
  readonly windows?: boolean;
}

/** Absolute path of a `file:` URI, with a lower-case drive letter; null for other schemes and for what no file can have. */
export function pathOfUri(uri: string, options: FileUriOptions = {}): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    return withLowerCaseDrive(fileURLToPath(uri, options));
  } catch {
    return null;
  }
}

export function uriOfPath(path: string, options: FileUriOptions = {}): string {
  return pathToFileURL(path, options).href;
}

/** `C:\a` and `c:\a` are one file. */
export function withLowerCaseDrive(path: string): string {
  return path.replace(/^[A-Z](?=:[\\/])/, (drive) => drive.toLowerCase());
}

/**
 * The last step of a URI's path. Query and fragment are left out: some editors put whole paths there. Others encode what
 * parts the steps, or write those of Windows.
 */
export function nameOfUri(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:/i, "").replace(/[?#].*$/s, "");
  const [step = ""] = path.split(/[\\/]|%(?:2f|5c)/i).slice(-1);
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
