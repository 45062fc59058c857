import { readFile } from "node:fs/promises";

const corpus = new URL("../corpus/", import.meta.url);

/** The vendored Python files, in the manifest's order. */
export async function corpusFiles(): Promise<readonly URL[]> {
  const manifest = await readFile(new URL("manifest.json", corpus), "utf8");
  const entries = JSON.parse(manifest) as readonly { readonly path: string }[];
  return entries.filter((entry) => entry.path.endsWith(".py")).map((entry) => new URL(entry.path, corpus));
}
