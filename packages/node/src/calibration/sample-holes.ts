/** A random sample of holes over many files. */

import { chanceOf, shuffled } from "../chance.js";
import type { HoleInFile } from "./answer-hole.js";
import { type HolesOptions, holesIn } from "./holes.js";

export interface SampledFile {
  readonly uri: string;
  /** LSP language identifier. */
  readonly languageId: string;
  /** The text, and which of its lines may have a hole; null where it cannot be read. */
  read(): Promise<(Pick<HolesOptions, "isWanted"> & { readonly text: string }) | null>;
}

export interface SampleOptions {
  /** Most holes. */
  readonly most: number;
  /** The same files give the same sample for the same seed. */
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Of each file at most this many times its share, as long as the others have enough: one long file is no sample. */
const MOST_SHARES_OF_A_FILE = 4;

/**
 * In random order; fewer than asked for where the files have no more. Reads no more files than it needs. Rejects with
 * the signal's reason once aborted.
 */
export async function sampleHoles(
  files: readonly SampledFile[],
  { most, seed, signal }: SampleOptions,
): Promise<readonly HoleInFile[]> {
  const chance = chanceOf(seed);
  const share = Math.ceil((MOST_SHARES_OF_A_FILE * most) / Math.max(1, files.length));
  const [inShare, beyond]: [HoleInFile[], HoleInFile[]] = [[], []];
  for (const file of shuffled(files, chance)) {
    if (inShare.length >= most) break;
    const read = await file.read();
    signal.throwIfAborted();
    if (read === null) continue;
    const { uri, languageId } = file;
    const found = holesIn(read.text, { ...read, languageId, most: Number.POSITIVE_INFINITY, chance });
    const holes = shuffled(found, chance).map(
      (hole): HoleInFile => ({ uri, languageId, text: read.text, hole, stopMode: "line" }),
    );
    inShare.push(...holes.slice(0, share));
    beyond.push(...holes.slice(share));
  }
  return shuffled([...inShare, ...shuffled(beyond, chance)].slice(0, most), chance);
}
