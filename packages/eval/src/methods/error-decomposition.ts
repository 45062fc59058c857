/** Which answers a router keeps, and what is wrong with them (SynConfRoute 4.4). */
import { scoreOf } from "@nearfirst/core";
import type { Measure } from "../sweep/pair-rows.js";
import type { PairedTask } from "./pair.js";

/** Counts of tasks. */
export interface ErrorDecomposition {
  readonly tasks: number;
  readonly confident: number;
  readonly confidentRight: number;
  readonly confidentWrong: number;
  /** Of the confident wrong answers: those that do not parse, and of these those that the large model solves. */
  readonly confidentWrongInvalid: number;
  readonly invalidThenSolved: number;
  /** Right answers that do not parse: among the confident ones, and among all. */
  readonly falsePositives: number;
  readonly falsePositivesOfAll: number;
  readonly localRight: number;
  readonly unconfidentSolved: number;
}

export function errorDecomposition(
  tasks: readonly PairedTask[],
  { threshold, measure }: { readonly threshold: number; readonly measure: Measure },
): ErrorDecomposition {
  const all = tasks.map(({ evaluated }) => evaluated[measure]);
  const isConfident = ({ facts }: (typeof all)[number]) => scoreOf(facts.confidence, "geometricMean") >= threshold;
  const count = (isIn: (each: (typeof all)[number]) => boolean) => all.filter(isIn).length;
  const isInvalid = ({ facts }: (typeof all)[number]) => facts.syntax === "invalid";
  return {
    tasks: all.length,
    confident: count(isConfident),
    confidentRight: count((each) => isConfident(each) && each.local.isRight),
    confidentWrong: count((each) => isConfident(each) && !each.local.isRight),
    confidentWrongInvalid: count((each) => isConfident(each) && !each.local.isRight && isInvalid(each)),
    invalidThenSolved: count(
      (each) => isConfident(each) && !each.local.isRight && isInvalid(each) && each.large.isRight,
    ),
    falsePositives: count((each) => isConfident(each) && each.local.isRight && isInvalid(each)),
    falsePositivesOfAll: count((each) => each.local.isRight && isInvalid(each)),
    localRight: count((each) => each.local.isRight),
    unconfidentSolved: count((each) => !isConfident(each) && each.large.isRight),
  };
}

export interface Complementarity {
  readonly tasks: number;
  readonly both: number;
  readonly onlyLocal: number;
  readonly onlyLarge: number;
  readonly neither: number;
  /** Only one is right, and the other's answer fails by its indentation alone (S47: in part a fault of repair). */
  readonly onlyLocalByIndentation: number;
  readonly onlyLargeByIndentation: number;
}

export function complementarity(tasks: readonly PairedTask[], measure: Measure): Complementarity {
  const count = (isIn: (task: PairedTask, local: boolean, large: boolean) => boolean) =>
    tasks.filter((task) => isIn(task, task.evaluated[measure].local.isRight, task.evaluated[measure].large.isRight))
      .length;
  const isIndentation = (error: string | null) => error === "IndentationError" || error === "TabError";
  return {
    tasks: tasks.length,
    both: count((_, local, large) => local && large),
    onlyLocal: count((_, local, large) => local && !large),
    onlyLarge: count((_, local, large) => !local && large),
    neither: count((_, local, large) => !local && !large),
    onlyLocalByIndentation: count((task, local, large) => local && !large && isIndentation(task.large.judged.error)),
    onlyLargeByIndentation: count((task, local, large) => !local && large && isIndentation(task.local.judged.error)),
  };
}
