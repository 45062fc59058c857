/** StmtEval (MCCom 4.2.2): random statements of real files, whole or cut inside, in any folder that `training` made tasks of. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unreadable } from "@nearfirst/node";
import { z } from "zod";
import { readJsonLines } from "../../json-lines.js";
import type { RepositoryBenchmark } from "../benchmark.js";
import { taskOfHole } from "../hole-in-repository.js";
import { digestOf, fileReader } from "../repository-files.js";

/** A line of `tasks.jsonl`; what the fields are is said in `training/nearfirst_training/tasks/__init__.py`. */
const builtTask = z.object({
  id: z.string().min(1),
  package: z.string().regex(/^[\w.-]+$/),
  path: z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$)).+$/),
  language: z.string().min(1),
  kind: z.enum(["statement", "suffix", "line"]),
  offset: z.int().nonnegative(),
  target: z.string().min(1),
});

const VARIANTS = [
  ["stmteval-full", "statement"],
  ["stmteval-suffix", "suffix"],
] as const;

export const STMTEVAL: readonly RepositoryBenchmark[] = VARIANTS.map(([name, kind]) => ({
  kind: "repositories",
  name,
  judgedBy: "exact",
  folderIs: "what scripts/make-stmteval.sh has made (tasks.jsonl beside repositories)",
  async readTasks(folder, { signal }) {
    const place = join(folder, "tasks.jsonl");
    const content = await readFile(place, "utf8").catch((cause: unknown) => {
      throw unreadable(`${place} cannot be read: scripts/make-stmteval.sh makes it.`, cause);
    });
    const textOf = fileReader();
    const wanted = readJsonLines(content, builtTask, place).filter((task) => task.kind === kind);
    const tasks = await Promise.all(
      wanted.map(async ({ id, package: repository, path, language, offset, target }) => {
        const file = { root: join(folder, "repositories", repository), path };
        const text = await textOf(file);
        const end = offset + target.length;
        if (text.slice(offset, end) !== target)
          throw unreadable(
            `${id} does not fit its file: tasks and repositories are of different times. Make both again.`,
          );
        return taskOfHole({
          id,
          cluster: repository,
          place: file,
          languageId: language,
          text,
          start: offset,
          end,
          stopMode: "statement",
        });
      }),
    );
    return { tasks, isDrawn: false, sha256: await digestOf(tasks, { content, signal }) };
  },
}));
