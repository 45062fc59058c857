/** The real Python files that the benchmarks replay: vendored, with manifest and licences, in `bench/corpus`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../corpus/", import.meta.url);

export interface CorpusFile {
  /** Relative to `bench/corpus`. */
  readonly path: string;
  /** The file's own, by which the index knows it: under another one, its snippets would give the answers away. */
  readonly uri: string;
  readonly package: string;
  /** `long` files do not fit into a context of 2,048 tokens. */
  readonly kind: "short" | "long";
  readonly text: string;
}

export const CORPUS_FOLDER = fileURLToPath(folder);

export function readCorpus(): CorpusFile[] {
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Pick<
    CorpusFile,
    "path" | "package" | "kind"
  >[];
  return manifest.map(({ path, package: name, kind }) => {
    const url = new URL(path, folder);
    return { path, uri: url.href, package: name, kind, text: readFileSync(url, "utf8") };
  });
}
