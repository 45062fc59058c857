/** RepoEval (Zhang et al. 2023, arXiv 2303.12570): lines, and calls of the repository's own functions, in eight repositories. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StopMode } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import { z } from "zod";
import { readJsonLines } from "../../json-lines.js";
import type { BenchmarkTask, RepositoryBenchmark, TaskPlace } from "../benchmark.js";
import { taskOfHole } from "../hole-in-repository.js";
import { digestOf, fileReader } from "../repository-files.js";

const part = z.string().regex(/^(?!\.\.?$)[^/\\]+$/);

const publishedTask = z.object({
  /** What is left of the code before the hole in 2,000 tokens; here the file itself is read. */
  prompt: z.string(),
  metadata: z.object({
    /** `REPOSITORY/NUMBER`. */
    task_id: z.string().min(1),
    /** Whole lines, with their indentation and without the last line's break. */
    ground_truth: z.string().min(1),
    /** The repository, folders, and the file's name. */
    fpath_tuple: z.array(part).min(2),
    /** Of the first line of `ground_truth`, from 0, as Python's `splitlines` counts. */
    line_no: z.int().nonnegative(),
  }),
});

type PublishedTask = z.infer<typeof publishedTask>["metadata"];

const VARIANTS: readonly (readonly [name: "line" | "api", stopMode: StopMode])[] = [
  ["line", "line"],
  ["api", "statement"],
];

export const REPOEVAL: readonly RepositoryBenchmark[] = VARIANTS.map(([name, stopMode]) => ({
  kind: "repositories",
  name: `repoeval-${name}`,
  judgedBy: "exact",
  folderIs: "the folder that holds RepoCoder's `datasets` and `repositories`, both unpacked",
  async readTasks(folder, { signal }) {
    const fileName = `${name}_level_completion_2k_context_codex.test.jsonl`;
    const place = await existing([join(folder, "datasets", fileName), join(folder, fileName)]);
    const content = await readFile(place, "utf8");
    const repositories = await existing([
      join(folder, "repositories", "line_and_api_level"),
      join(folder, "line_and_api_level"),
      join(folder, "repositories"),
    ]);
    const textOf = fileReader();
    const tasks = await Promise.all(
      readJsonLines(content, publishedTask, place).map(async ({ metadata }) => {
        const [repository = "", ...path] = metadata.fpath_tuple;
        const file = { root: join(repositories, repository), path: path.join("/") };
        return taskOf(metadata, { file, text: await textOf(file), stopMode });
      }),
    );
    return { tasks, isDrawn: false, sha256: await digestOf(tasks, { content, signal }) };
  },
}));

interface FileOfTask {
  readonly file: TaskPlace;
  readonly text: string;
  readonly stopMode: StopMode;
}

/** The hole is whole lines: the cursor stands at the start of the first, on a line of its own. */
function taskOf(
  { task_id, ground_truth, fpath_tuple, line_no }: PublishedTask,
  { file, text, stopMode }: FileOfTask,
): BenchmarkTask {
  const lines = linesOf(text);
  const count = linesOf(ground_truth).length;
  const [first, last] = [lines[line_no], lines[line_no + count - 1]];
  if (
    first === undefined ||
    last === undefined ||
    unbroken(text.slice(first.start, last.end)) !== unbroken(ground_truth)
  )
    throw unreadable(`${task_id} does not fit ${file.path}: the repository is in another state than the tasks.`);
  return taskOfHole({
    id: task_id,
    cluster: fpath_tuple[0] as string,
    place: file,
    languageId: "python",
    text,
    start: first.start,
    end: last.end,
    stopMode,
  });
}

/** As Python's `str.splitlines` breaks them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they break lines there.
const LINE_BREAK = /\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]/g;

function linesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const lines: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const { index, 0: found } of text.matchAll(LINE_BREAK)) {
    lines.push({ start, end: index });
    start = index + found.length;
  }
  return start < text.length ? [...lines, { start, end: text.length }] : lines;
}

function unbroken(text: string): string {
  return text.replaceAll(LINE_BREAK, "\n");
}

async function existing(paths: readonly string[]): Promise<string> {
  for (const path of paths) if (await stat(path).catch(() => null)) return path;
  throw unreadable(`There is no ${paths.join(", nor ")}. Unpack RepoCoder's datasets.zip and line_and_api_level.zip.`);
}
