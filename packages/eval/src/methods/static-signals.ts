/** What is known of a hole before any model is asked (SynConfRoute 2.4; units and definitions are ours, reading R24). */
import type { BenchmarkTask } from "../benchmarks/benchmark.js";

/** Length of the prefix and of the suffix in characters, indentation levels at the hole, overlap of identifiers in [0, 1]. */
export type StaticSignals = readonly [prefix: number, suffix: number, depth: number, overlap: number];

const TAB_WIDTH = 4;

export function staticSignals({ prefix, suffix }: Pick<BenchmarkTask, "prefix" | "suffix">): StaticSignals {
  return [prefix.length, suffix.length, depthAt(prefix, suffix), jaccard(identifiersOf(prefix), identifiersOf(suffix))];
}

/** Of the hole's own line, where it is indented or begun already, else of the next line that is not blank, else of the one before. */
function depthAt(prefix: string, suffix: string): number {
  const own = prefix.slice(prefix.lastIndexOf("\n") + 1);
  const next = suffix.split("\n").find((line) => line.trim() !== "");
  const before = prefix
    .split("\n")
    .reverse()
    .find((line) => line.trim() !== "");
  const line = own !== "" ? own : (next ?? before ?? "");
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? "";
  return Math.floor(indentation.replaceAll("\t", " ".repeat(TAB_WIDTH)).length / TAB_WIDTH);
}

function identifiersOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_]\w*/g));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((name) => other.has(name)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}
