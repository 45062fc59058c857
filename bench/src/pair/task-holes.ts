/** The tasks as holes, and where context for them is found. */
import type { Retriever } from "@nearfirst/core";
import { type HoleInFile, readHoleTasks, type SampledFile, sampleHoles, WorkspaceIndex } from "@nearfirst/node";
import { CORPUS_FOLDER, readCorpus } from "../corpus.js";
import { PATIENCE_MS } from "../runtime.js";
import { STOP_MODES } from "../scores/cells.js";
import { noRetriever, type Project, type ProjectFile, readProjects, retrieverOf, uriOf } from "../scores/projects.js";
import { chosenTasks, KINDS, readTasks, type ScoreTask } from "../scores/tasks.js";
import type { PairArguments } from "./arguments.js";

const SEED = 20260503;

export interface TaskHoles {
  readonly holes: readonly HoleInFile[];
  readonly retriever: Retriever;
  close(): Promise<void>;
}

export async function taskHoles(given: PairArguments, signal: AbortSignal): Promise<TaskHoles> {
  const { tasks, corpus, limit } = given;
  if (tasks === null) return holesOfBenchFiles(limit, signal);
  if (corpus === null)
    return {
      holes: (await readHoleTasks(tasks)).slice(0, limit),
      retriever: noRetriever,
      close: async () => undefined,
    };
  const chosen = chosenTasks((await readTasks(tasks)).tasks, KINDS, limit);
  const projects = await readProjects(corpus, chosen);
  return {
    holes: chosen.map((task) => holeOf(task, projects)),
    retriever: retrieverOfProjects(projects),
    close: async () => undefined,
  };
}

async function holesOfBenchFiles(most: number, signal: AbortSignal): Promise<TaskHoles> {
  const files = readCorpus().map(
    ({ uri, text }): SampledFile => ({ uri, languageId: "python", read: async () => ({ text }) }),
  );
  const index = new WorkspaceIndex({
    folders: [CORPUS_FOLDER],
    maxFiles: 1_000,
    ignore: [],
    watch: "off",
    searchLimitMs: PATIENCE_MS,
  });
  await index.ready;
  return {
    holes: await sampleHoles(files, { most, seed: SEED, signal }),
    retriever: index,
    close: () => index.close(),
  };
}

function holeOf(task: ScoreTask, projects: ReadonlyMap<string, Project>): HoleInFile {
  const { offset, target, kind } = task;
  // `readProjects` has looked whether it is there.
  const file = projects.get(task.package)?.get(uriOf(task)) as ProjectFile;
  const { uri, languageId, text } = file;
  return { uri, languageId, text, hole: { start: offset, end: offset + target.length }, stopMode: STOP_MODES[kind] };
}

/** Of each file its own project is searched; only one is indexed at a time. */
function retrieverOfProjects(projects: ReadonlyMap<string, Project>): Retriever {
  let latest: { readonly project: Project; readonly retriever: Retriever } | null = null;
  return {
    revision: 0,
    async search(query, signal) {
      const project = [...projects.values()].find((each) => each.has(query.uri));
      if (project === undefined) return [];
      if (latest?.project !== project) latest = { project, retriever: retrieverOf(project) };
      return latest.retriever.search(query, signal);
    },
  };
}
