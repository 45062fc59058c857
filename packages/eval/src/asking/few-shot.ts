/** Solved examples before the code (SynConfRoute 2.5 and 5.2): whole programs, as a base model in FIM form reads them. */
import { codeTerms, lotOf } from "@nearfirst/core";
import { chanceOf, shuffled, unreadable } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { drawnIds } from "../methods/calibration-split.js";
import humanEvalTasks from "../methods/humaneval-calibration-tasks.json" with { type: "json" };
import { cosineOf, type Embedding } from "../methods/nearest-neighbours.js";
import { keyOf, type Setting } from "../rows/row.js";
import type { AskingMethod } from "./asking-method.js";
import type { FirstAnswers } from "./second-answer.js";
import { tfIdfOf } from "./tf-idf.js";

export const STRATEGIES = ["static", "random", "tfidf", "embedding", "cross"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface FewShotOptions {
  readonly strategy: Strategy;
  /** Examples, 0 to 5. */
  readonly shots: number;
  /** All tasks of the benchmark, from which the examples are. */
  readonly tasks: readonly BenchmarkTask[];
  /** For `embedding`. */
  readonly embeddings: ReadonlyMap<string, Embedding> | null;
  /** For `cross`: another model's answers stand in the examples in place of the targets. */
  readonly answers: FirstAnswers | null;
}

const SEED = 42;
const CALIBRATION_TASKS = 200;

/** Throws `file-unreadable` where the strategy lacks what it takes. */
export function fewShot(options: FewShotOptions): AskingMethod {
  const { strategy, shots, answers } = options;
  const examples = calibrationExamples(options.tasks);
  const rank = rankingBy(options, examples);
  return {
    header: {
      name: `few-shot-${strategy}-${shots}`,
      options: { seed: SEED, ...(answers === null ? {} : { answersSha256: answers.header.model.sha256 }) },
    },
    answer({ task, setting, capabilities }, ask) {
      const others = examples.filter(({ cluster }) => cluster !== task.cluster);
      const chosen = rank(task, others).slice(0, shots);
      // The best stands next to the code.
      const texts = chosen.toReversed().map((example) => programOf(example, holeOf(example, setting, answers)));
      const preamble = [...texts, task.preamble].join("");
      return ask({ task: { ...task, preamble }, setting, capabilities });
    },
  };
}

/** Never those of a task's own function. */
function calibrationExamples(tasks: readonly BenchmarkTask[]): readonly BenchmarkTask[] {
  const known = new Set(humanEvalTasks);
  const own = tasks.filter(({ id }) => known.has(id));
  if (own.length > 0) return own;
  const count = Math.min(CALIBRATION_TASKS, Math.floor(tasks.length / 2));
  const drawn = new Set(
    drawnIds(
      tasks.map(({ id }) => id),
      { count, seed: SEED },
    ),
  );
  return tasks.filter(({ id }) => drawn.has(id));
}

type Ranking = (task: BenchmarkTask, others: readonly BenchmarkTask[]) => readonly BenchmarkTask[];

function rankingBy({ strategy, embeddings, answers }: FewShotOptions, examples: readonly BenchmarkTask[]): Ranking {
  if (strategy === "cross" && answers === null)
    throw unreadable("Examples of another model are its rows: name them with --answers FILE.");
  switch (strategy) {
    case "static":
      return (_, others) => others;
    case "random":
      return ({ id }, others) => shuffled(others, chanceOf(SEED + Math.floor(lotOf(id) * 2 ** 31)));
    case "tfidf":
    case "cross": {
      const index = tfIdfOf(examples.map((example) => codeTerms(questionOf(example))));
      const places = new Map(examples.map(({ id }, at) => [id, at]));
      return (task, others) => {
        const scores = index.similarities(codeTerms(questionOf(task)));
        return byScore(others, ({ id }) => scores[places.get(id) ?? -1] ?? 0);
      };
    }
    case "embedding": {
      const of = ({ id }: BenchmarkTask) => {
        const found = embeddings?.get(id);
        if (found === undefined)
          throw unreadable(`There is no embedding of ${id}: \`nearfirst eval embed\` makes them.`);
        return found;
      };
      return (task, others) => byScore(others, (other) => cosineOf(of(task), of(other)));
    }
  }
}

function byScore(tasks: readonly BenchmarkTask[], scoreOf: (task: BenchmarkTask) => number): readonly BenchmarkTask[] {
  return tasks
    .map((task) => ({ task, score: scoreOf(task) }))
    .sort((one, other) => other.score - one.score || (one.task.id < other.task.id ? -1 : 1))
    .map(({ task }) => task);
}

/** What of a task is compared: the code around its hole, and nothing of what stands in it. */
function questionOf({ prefix, suffix }: BenchmarkTask): string {
  return `${prefix}\n${suffix}`;
}

function holeOf(example: BenchmarkTask, setting: Setting, answers: FirstAnswers | null): string {
  if (answers === null) return example.target;
  return answers.rows.get(keyOf({ task: example.id, setting }))?.text ?? "";
}

function programOf({ prefix, suffix }: BenchmarkTask, hole: string): string {
  return `${(prefix + hole + suffix).trim()}\n\n\n`;
}
