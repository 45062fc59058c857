/** Where the tasks come from: holes in a folder's files, in what its latest commits wrote, or a benchmark's file. */
import { resolve } from "node:path";
import {
  type HoleInFile,
  historySources,
  readHoleTasks,
  type Settings,
  type StoredCalibration,
  sampleHoles,
  workspaceSources,
} from "@nearfirst/node";
import { UsageError } from "../usage-error.js";

export interface TaskSourceOptions {
  /** Absolute paths: the workspace, and the part of it to take holes from. */
  readonly workspaceFolder: string;
  readonly folder: string;
  readonly tasks?: string;
  /** How many of the latest commits to take holes from. */
  readonly fromHistory?: number;
  /** Most tasks. */
  readonly limit: number;
  readonly seed: number;
  readonly settings: Settings;
  /** Those that the local model knows; none means any. */
  readonly languages: readonly string[];
  readonly signal: AbortSignal;
}

export interface TaskSource extends Pick<StoredCalibration["provenance"]["source"], "kind" | "path"> {
  readonly holes: readonly HoleInFile[];
  /** Null where no sample was drawn. */
  readonly seed: number | null;
  /** For people. */
  readonly words: string;
}

export async function tasksFrom(options: TaskSourceOptions): Promise<TaskSource> {
  const { workspaceFolder, folder, tasks, fromHistory, limit: most, seed, signal } = options;
  if (tasks !== undefined) {
    const path = resolve(tasks);
    const all = await readHoleTasks(path);
    return { kind: "tasks", path, holes: all.slice(0, most), seed: null, words: path };
  }
  const files = await workspaceSources(options);
  const sample = { most, seed, signal };
  if (fromHistory === undefined) {
    const holes = await sampleHoles(files, sample);
    return { kind: "workspace", path: folder, holes, seed, words: `${folder} (seed ${seed})` };
  }
  const written = await historySources({ workspaceFolder, commits: fromHistory, sources: files });
  if (written === null)
    throw new UsageError(`${folder} has no history: it lies in no git repository, or nothing of it was committed.`);
  const holes = await sampleHoles(written, sample);
  return {
    kind: "history",
    path: folder,
    holes,
    seed,
    words: `what the last ${fromHistory} commits wrote in ${folder} (seed ${seed})`,
  };
}
