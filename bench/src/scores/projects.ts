/** The files of the projects that tasks come from: the shards of `corpus/heldout`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Retriever, SnippetIndex } from "@nearfirst/core";
import { BenchError } from "../bench.js";
import type { ScoreTask } from "./tasks.js";

export interface ProjectFile {
  /** By which index and tasks know the file; no such file need exist. */
  readonly uri: string;
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
}

/** Files by their URI, in the order of the corpus. */
export type Project = ReadonlyMap<string, ProjectFile>;

export function uriOf(task: Pick<ScoreTask, "package" | "path">): string {
  return `file:///${encodeURIComponent(task.package)}/${task.path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The projects that `tasks` name. Throws a `BenchError` where the corpus is not the one that the tasks were made from. */
export async function readProjects(folder: string, tasks: readonly ScoreTask[]): Promise<ReadonlyMap<string, Project>> {
  const projects = new Map<string, Map<string, ProjectFile>>(tasks.map((task) => [task.package, new Map()]));
  for (const shard of await shardsIn(folder)) {
    for (const file of await filesOf(join(folder, shard))) {
      const uri = uriOf(file);
      projects.get(file.package)?.set(uri, { uri, path: file.path, languageId: file.language, text: file.text });
    }
  }
  for (const task of tasks) {
    const text = projects.get(task.package)?.get(uriOf(task))?.text;
    if (text?.startsWith(task.target, task.offset) !== true)
      throw new BenchError(
        `The task ${task.id} does not belong to the corpus in ${folder}: ` +
          `${text === undefined ? "it has no such file" : "another text stands there"}. ` +
          "Make the tasks anew from this corpus.",
      );
  }
  return projects;
}

async function shardsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new BenchError(`The corpus cannot be read: ${detail}.`, 1, cause);
  });
  const shards = names.filter((name) => name.endsWith(".jsonl.gz")).sort();
  if (shards.length === 0)
    throw new BenchError(`There is no corpus in ${folder}: --corpus names a folder of .jsonl.gz files.`);
  return shards;
}

interface CorpusFile {
  readonly package: string;
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

async function filesOf(path: string): Promise<readonly CorpusFile[]> {
  try {
    const text = gunzipSync(await readFile(path)).toString("utf8");
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as CorpusFile]));
  } catch (thrown) {
    throw new BenchError(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}.`, 1, thrown);
  }
}

/**
 * The product's own index over the whole project, in this process: no worker, and no workspace on disk. As in the
 * product the file at the cursor is never searched.
 */
export function retrieverOf(project: Project): Retriever {
  const index = new SnippetIndex();
  for (const { uri, path, languageId, text } of project.values())
    index.replaceFile({ key: uri, path, languageId, text });
  return {
    revision: 0,
    search: async ({ text, uri, languageId, limit }) => index.search({ text, excludedKey: uri, languageId, limit }),
  };
}

export const noRetriever: Retriever = { revision: 0, search: async () => [] };
