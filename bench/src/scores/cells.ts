/** The conditions under which each task is asked. */
import type { CompletionRequest, StopMode } from "@nearfirst/core";
import type { ProjectFile } from "./projects.js";
import { KINDS, type Kind, type ScoreTask } from "./tasks.js";

export const CONTEXTS = ["left-and-right", "left"] as const;
export const RETRIEVALS = ["with", "without"] as const;

/** MCCom 5.1 has each kind of task with both contexts; the issue adds "without retrieval". */
export interface Condition {
  readonly context: (typeof CONTEXTS)[number];
  readonly retrieval: (typeof RETRIEVALS)[number];
}

export interface Cell extends Condition {
  readonly kind: Kind;
}

export const CONDITIONS: readonly Condition[] = CONTEXTS.flatMap((context) =>
  RETRIEVALS.map((retrieval) => ({ context, retrieval })),
);

export const CELLS: readonly Cell[] = KINDS.flatMap((kind) => CONDITIONS.map((condition) => ({ kind, ...condition })));

export function isSameCell(one: Cell, other: Cell): boolean {
  return one.kind === other.kind && one.context === other.context && one.retrieval === other.retrieval;
}

/** MCCom 4.3: lines end with the line, the other two when a statement is complete. */
export const STOP_MODES: Readonly<Record<Kind, StopMode>> = {
  line: "line",
  statement: "statement",
  suffix: "statement",
};

/** The request at the task's cursor. With left context alone the file ends there. */
export function requestOf(
  task: ScoreTask,
  file: ProjectFile,
  { context, maxTokens }: Pick<Condition, "context"> & { readonly maxTokens: number },
): CompletionRequest {
  const { offset, target, kind } = task;
  const after = context === "left" ? "" : file.text.slice(offset + target.length);
  return {
    document: { uri: file.uri, languageId: file.languageId, text: file.text.slice(0, offset) + after },
    offset,
    stopMode: STOP_MODES[kind],
    maxTokens,
    trigger: "explicit",
  };
}
