/** The source files of repositories: read once, and named together by one hash. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { languageOfPath } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import type { BenchmarkTask, TaskPlace } from "./benchmark.js";

/** No code of the project's own; nor does the product's index look into them. */
const LEFT_OUT = new Set([".git", "node_modules"]);

/** Reads files of repositories as UTF-8, each once. Rejects with `file-unreadable`. */
export function fileReader(): (place: TaskPlace) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return ({ root, path }) => {
    const file = join(root, path);
    const text =
      known.get(file) ??
      readFile(file, "utf8").catch((cause: unknown) => {
        throw unreadable(`${file} cannot be read, though a task stands in it.`, cause);
      });
    known.set(file, text);
    return text;
  };
}

/** SHA-256 of `tasks`, and of every source file of the tasks' repositories by its name. */
export async function digestOf(
  tasks: readonly Pick<BenchmarkTask, "place">[],
  { content, signal }: { readonly content: string; readonly signal: AbortSignal },
): Promise<string> {
  const hash = createHash("sha256").update(content);
  const roots = new Set(tasks.flatMap(({ place }) => (place === null ? [] : [place.root])));
  for (const root of [...roots].sort())
    for await (const path of sourcesOf(root)) {
      signal.throwIfAborted();
      hash.update(`\0${path}\0`).update(await readFile(join(root, path)));
    }
  return hash.digest("hex");
}

/** Relative paths, with forward slashes, in the order of their names. */
async function* sourcesOf(root: string, folder = ""): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) yield* sourcesOf(root, path);
    else if (entry.isFile() && languageOfPath(path) !== "plaintext") yield path;
  }
}
