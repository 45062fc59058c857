/** A task whose answer is compared with what stands in a repository's file. */
import type { StopMode } from "@nearfirst/core";
import { similarityOf } from "../scores/similarity.js";
import type { BenchmarkTask, TaskPlace } from "./benchmark.js";

/** MCCom 4.3. */
const MAX_TOKENS = 128;

export interface HoleInRepository {
  readonly id: string;
  readonly cluster: string;
  readonly place: TaskPlace;
  readonly languageId: string;
  /** The whole file, and the hole in it, in UTF-16 units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly stopMode: StopMode;
}

export function taskOfHole({ text, start, end, ...hole }: HoleInRepository): BenchmarkTask {
  const target = text.slice(start, end);
  return {
    ...hole,
    prefix: text.slice(0, start),
    target,
    suffix: text.slice(end),
    preamble: "",
    maxTokens: MAX_TOKENS,
    truncate: null,
    judge: async (completion) => ({
      kind: similarityOf(completion, target).isExact ? "passed" : "failed",
      error: null,
      ms: 0,
    }),
  };
}
