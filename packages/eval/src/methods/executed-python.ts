import type { PairedTask } from "./pair.js";

/**
 * Whether a program that does not parse cannot pass: Python that is run with its tests. Where an answer is matched against a
 * reference (SAFIM's API holes) or a repository's own statement, it can.
 */
export function isExecutedPython({ task, local }: PairedTask): boolean {
  const isExecuted = !/^api\//.test(task) && local.judged.ms > 0;
  return local.row.facts?.languageId === "python" && isExecuted;
}
