/** Completion tasks, as the step `tasks` of `training/` writes them; its docstring describes the format. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { BenchError } from "../bench.js";

export const KINDS = ["statement", "suffix", "line"] as const;
export type Kind = (typeof KINDS)[number];

export interface ScoreTask {
  readonly id: string;
  readonly package: string;
  readonly path: string;
  /** LSP language identifier. */
  readonly language: string;
  readonly kind: Kind;
  /** Of the cursor in the file, in UTF-16 units. */
  readonly offset: number;
  /** What stands in the file at the cursor; not empty, no white space at its end. */
  readonly target: string;
}

export interface TaskFile {
  readonly tasks: readonly ScoreTask[];
  readonly sha256: string;
}

/** Throws a `BenchError` that names the line. */
export async function readTasks(path: string): Promise<TaskFile> {
  const content = await readFile(path).catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new BenchError(
      `The tasks cannot be read: ${detail}. \`python -m nearfirst_training tasks\` makes them.`,
      1,
      cause,
    );
  });
  const tasks = parseTasks(content.toString("utf8"), path);
  return { tasks, sha256: createHash("sha256").update(content).digest("hex") };
}

export function parseTasks(text: string, path: string): readonly ScoreTask[] {
  const tasks = text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const task = taskOf(line);
    if (task === null) throw new BenchError(`${path}:${at + 1} is no task. Make the file anew.`);
    return [task];
  });
  const ids = new Set(tasks.map((task) => task.id));
  if (tasks.length === 0) throw new BenchError(`${path} has no tasks.`);
  if (ids.size < tasks.length) throw new BenchError(`${path} has two tasks with the same id. Make the file anew.`);
  return tasks;
}

function taskOf(line: string): ScoreTask | null {
  let found: unknown;
  try {
    found = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null) return null;
  const task = found as Record<string, unknown>;
  const { id, package: name, path, language, kind, offset, target } = task;
  const texts = [id, name, path, language, target];
  const isTask =
    texts.every((each) => typeof each === "string" && each !== "") &&
    KINDS.some((each) => each === kind) &&
    Number.isInteger(offset) &&
    (offset as number) >= 0;
  if (!isTask) return null;
  return { id, package: name, path, language, kind, offset, target } as ScoreTask;
}

/** The first `limit` tasks of each of the kinds; the file's order balances them over the projects. */
export function chosenTasks(
  tasks: readonly ScoreTask[],
  kinds: readonly Kind[],
  limit: number | null,
): readonly ScoreTask[] {
  return kinds.flatMap((kind) => tasks.filter((task) => task.kind === kind).slice(0, limit ?? tasks.length));
}
