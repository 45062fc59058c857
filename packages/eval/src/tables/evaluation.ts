/** All row files of a comparison, by benchmark, model and method. */
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { Embedding } from "../methods/nearest-neighbours.js";
import { type JudgedFile, type Pair, pairOf } from "../methods/pair.js";
import { SETTINGS, type Setting } from "../rows/row.js";
import type { SignalsFile } from "../signals/signal-file.js";

export const TIERS = ["local", "large"] as const;
export type TierName = (typeof TIERS)[number];

export interface EvaluationFile extends JudgedFile {
  readonly path: string;
  /** The file's name without its endings. */
  readonly stem: string;
  /** What linters and type checkers found in its programs, a file each. */
  readonly signals: readonly SignalsFile[];
}

export interface Evaluation {
  /** All files that were read, and that were judged. */
  readonly files: readonly EvaluationFile[];
  /** Names of the pair's models, by which its files were found. */
  readonly names: Readonly<Record<TierName, readonly string[]>>;
  /** By benchmark and task; a benchmark without data is not there. */
  readonly sources: ReadonlyMap<string, ReadonlyMap<string, BenchmarkTask>>;
  /** By benchmark and task. */
  readonly embeddings: ReadonlyMap<string, ReadonlyMap<string, Embedding>>;
  /** Added to each answer of the large model where MCCom's latencies are computed. */
  readonly networkMs: number;
  /** The command that made this, for people. */
  readonly command: string;
}

/** Where SynConfRoute compares its routing methods. */
export const SINGLE_LINE = "humaneval-infilling-single-line";

export interface WantedAnswers {
  readonly tier: TierName;
  readonly benchmark: string;
  /** `plain`: one answer as the product gives it. */
  readonly method: string;
}

/** The file with a model's answers by a method; null where there is none. Files of repeated runs beyond the first are left out. */
export function answersOf(
  { files, names }: Evaluation,
  { tier, benchmark, method }: WantedAnswers,
): EvaluationFile | null {
  const fitting = files.filter(
    ({ header }) => header.benchmark === benchmark && methodOf(header) === method && (header.repeat ?? 1) === 1,
  );
  for (const name of names[tier]) {
    const found =
      fitting.find(({ stem }) => stem === name || stem === `${name}.${method}`) ??
      fitting.find(({ header }) => header.model.name === name);
    if (found !== undefined) return found;
  }
  return null;
}

export function methodOf({ method }: JudgedFile["header"]): string {
  return method?.name ?? "plain";
}

/**
 * The pair's answers to a benchmark in each setting that both were asked in. Not where one of them was asked nothing, as a model is that
 * does not know the language: its rows say nothing of either.
 */
export function pairsOf(evaluation: Evaluation, benchmark: string): readonly Pair[] {
  const local = answersOf(evaluation, { tier: "local", benchmark, method: "plain" });
  const large = answersOf(evaluation, { tier: "large", benchmark, method: "plain" });
  if (local === null || large === null) return [];
  const known = PAIRS.get(local)?.get(large);
  if (known !== undefined) return known;
  const sources = evaluation.sources.get(benchmark) ?? new Map();
  const pairs = SETTINGS.flatMap((setting) => pairOf(local, large, { setting, sources }) ?? []).filter(wereAsked);
  PAIRS.set(local, (PAIRS.get(local) ?? new WeakMap()).set(large, pairs));
  return pairs;
}

function wereAsked({ tasks }: Pair): boolean {
  return TIERS.every((tier) => tasks.some((task) => !task[tier].row.outcome.startsWith("skipped")));
}

/** Many tables ask for the same pair. */
const PAIRS = new WeakMap<EvaluationFile, WeakMap<EvaluationFile, readonly Pair[]>>();

export function pairIn(evaluation: Evaluation, benchmark: string, setting: Setting): Pair | null {
  return pairsOf(evaluation, benchmark).find((pair) => pair.setting === setting) ?? null;
}

/** Benchmarks that at least one model of the pair has answered plainly, in the order of the files. */
export function benchmarksOf(evaluation: Evaluation): readonly string[] {
  return [...new Set(evaluation.files.map(({ header }) => header.benchmark))].filter((benchmark) =>
    TIERS.some((tier) => answersOf(evaluation, { tier, benchmark, method: "plain" }) !== null),
  );
}

export function allPairs(evaluation: Evaluation): readonly Pair[] {
  return benchmarksOf(evaluation).flatMap((benchmark) => pairsOf(evaluation, benchmark));
}
