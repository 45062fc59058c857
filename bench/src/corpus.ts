/** The real Python files that the benchmarks replay: vendored, with manifest and licences, in `bench/corpus`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../corpus/", import.meta.url);

export interface CorpusFile {
  /** Relative to `bench/corpus`. */
  readonly path: string;
  readonly package: string;
  /** `long` files do not fit into a context of 2,048 tokens. */
  readonly kind: "short" | "long";
  readonly text: string;
}

export const CORPUS_FOLDER = fileURLToPath(folder);

export function readCorpus(): CorpusFile[] {
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Omit<CorpusFile, "text">[];
  return manifest.map((row) => ({
    path: row.path,
    package: row.package,
    kind: row.kind,
    text: readFileSync(new URL(row.path, folder), "utf8"),
  }));
}
