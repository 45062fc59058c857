import { NearfirstError } from "@nearfirst/core";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { keyOf, type Row, type Setting } from "../rows/row.js";
import type { TaskRow } from "./judge-rows.js";

/**
 * The rows of all these tasks in all these settings. Throws `file-unreadable` where one is missing: without it a rate would look
 * better or worse than it is.
 */
export function wantedRows(
  tasks: readonly BenchmarkTask[],
  settings: readonly Setting[],
  rows: ReadonlyMap<string, Row>,
): readonly TaskRow[] {
  const wanted = settings.flatMap((setting) => tasks.map((task) => ({ task, setting })));
  const found = wanted.flatMap(({ task, setting }) => {
    const row = rows.get(keyOf({ task: task.id, setting }));
    return row === undefined ? [] : [{ task, row }];
  });
  if (found.length < wanted.length)
    throw new NearfirstError({
      code: "file-unreadable",
      message: `${wanted.length - found.length} of ${wanted.length} rows are missing, so no table is printed. Run \`nearfirst eval run\` to its end, or name its --limit, --seed and --setting here too.`,
    });
  return found;
}
