/** Tasks of a benchmark, a JSON object a line: `id`, `language`, `prefix`, `target`, `suffix`, and `stop` where it is no line. */
import { z } from "zod";
import { readTextFile } from "../read-text-file.js";
import type { HoleInFile } from "./answer-hole.js";
import { jsonOf, unreadable } from "./json-line.js";

const holeTask = z.object({
  /** Names the task; two tasks have different ones. */
  id: z.string().min(1),
  /** LSP language identifier. */
  language: z.string().min(1),
  /** The code before the cursor. */
  prefix: z.string(),
  /** What is to be written there. */
  target: z.string().min(1),
  /** The code after it. */
  suffix: z.string(),
  /** Where an answer ends. */
  stop: z.enum(["line", "statement", "block", "tokens"]).default("line"),
});

/** More than any benchmark of completion. */
const MOST_BYTES = 500_000_000;

/** Rejects with `file-unreadable`, which names the line and what is wrong with it, never its code. */
export async function readHoleTasks(path: string): Promise<readonly HoleInFile[]> {
  const content = await readTextFile(path, MOST_BYTES).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? cause.code : "unknown error";
    throw unreadable(`The tasks ${path} cannot be read (${code}).`, cause);
  });
  const tasks = content.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [taskOf(line, path, at + 1)]));
  if (new Set(tasks.map(({ uri }) => uri)).size < tasks.length)
    throw unreadable(`${path} has two tasks with one id. Give each its own.`);
  return tasks;
}

function taskOf(line: string, path: string, number: number): HoleInFile {
  const { data, error } = holeTask.safeParse(jsonOf(line));
  if (data === undefined) {
    const [issue] = error.issues;
    const where = issue === undefined || issue.path.length === 0 ? "" : ` ("${issue.path.join(".")}")`;
    throw unreadable(
      `${path}:${number} is no task${where}: a line is {"id", "language", "prefix", "target", "suffix"} in JSON.`,
    );
  }
  const { id, language: languageId, prefix, target, suffix, stop: stopMode } = data;
  return {
    // No file: only the rules for languages and secrets can keep it.
    uri: `nearfirst-task:${encodeURIComponent(id)}`,
    languageId,
    text: prefix + target + suffix,
    hole: { start: prefix.length, end: prefix.length + target.length },
    stopMode,
  };
}
