/**
 * Hashes of models that nobody vouches for: that of the first download, or of a file of the user's own that was copied, is kept in the
 * format of `sha256sum`. A later download must have the same. It outlives the model's removal.
 */
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ExpectedHash } from "./download-file.js";

/** Beside the model's own place. */
export function knownHashPath(modelPath: string): string {
  return `${modelPath}.sha256`;
}

/** Null where nothing was fetched yet. */
export async function readKnownHash(modelPath: string): Promise<ExpectedHash | null> {
  const path = knownHashPath(modelPath);
  const text = await readFile(path, "utf8").catch(() => "");
  const sha256 = /^[0-9a-f]{64}(?=\s)/.exec(text)?.[0];
  return sha256 === undefined
    ? null
    : {
        sha256,
        by: `by ${path}, which remembers what was here first. If the new one is what you want, delete that file`,
      };
}

export async function keepKnownHash(modelPath: string, sha256: string): Promise<void> {
  await writeFile(knownHashPath(modelPath), `${sha256}  ${basename(modelPath)}\n`);
}
