/** All benchmarks by name. A new one joins here. */
import type { Benchmark } from "./benchmark.js";
import { HUMANEVAL_INFILLING } from "./humaneval-infilling/humaneval-infilling.js";
import { OWN_REPOSITORY } from "./own-repository/own-repository.js";
import { REPOEVAL } from "./repoeval/repoeval.js";
import { SAFIM } from "./safim/safim.js";
import { STMTEVAL } from "./stmteval/stmteval.js";

export const BENCHMARKS: readonly Benchmark[] = [
  ...HUMANEVAL_INFILLING,
  ...SAFIM,
  ...REPOEVAL,
  ...STMTEVAL,
  OWN_REPOSITORY,
];

/** Undefined where there is none of that name. */
export function benchmarkNamed(name: string): Benchmark | undefined {
  return BENCHMARKS.find((each) => each.name === name);
}
