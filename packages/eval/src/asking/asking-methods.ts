/** Ways to ask by name. */
import { unreadable } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { readEmbeddings } from "../embeddings/embedding-file.js";
import type { ModelFile } from "../rows/model-file.js";
import { ROWS_FORMAT } from "../rows/row.js";
import { readRows } from "../rows/row-file.js";
import type { AskingMethod, OpeningMethod } from "./asking-method.js";
import { CS_DRAFTING, csDrafting, type DrafterFile } from "./cs-drafting.js";
import { DENSE_RETRIEVAL, denseRetrieval } from "./dense-retrieval.js";
import { fewShot, STRATEGIES } from "./few-shot.js";
import { type FirstAnswers, SECOND_ANSWERS, secondAnswer } from "./second-answer.js";
import { TWICE } from "./twice.js";
import { VOTES, voting } from "./voting.js";
import { WITHOUT_DRAFTS } from "./without-drafts.js";

export interface AskingMethodOptions {
  /** All tasks of the benchmark, the asked ones among them. */
  readonly tasks: readonly BenchmarkTask[];
  /** SHA-256 of their data. */
  readonly dataSha256: string;
  /** Rows of the answers that the method builds on. */
  readonly answers?: string;
  readonly embeddings?: string;
  readonly drafter?: DrafterFile;
  /** A sentence model. */
  readonly embedder?: ModelFile;
}

const FEW_SHOT = new RegExp(`^few-shot-(${STRATEGIES.join("|")})-([0-5])$`);

/** For the command line. */
export const ASKING_METHODS: readonly string[] = [
  ...SECOND_ANSWERS,
  WITHOUT_DRAFTS.header.name,
  TWICE.header.name,
  CS_DRAFTING,
  DENSE_RETRIEVAL,
  ...VOTES.map((votes) => `voting-${votes}`),
  `few-shot-STRATEGY-N (${STRATEGIES.join(", ")}; 0 to 5 examples)`,
];

/** Null for a name that is none. Throws `file-unreadable` where the method lacks a file. */
export function askingMethod(name: string, options: AskingMethodOptions): AskingMethod | OpeningMethod | null {
  const simple = [WITHOUT_DRAFTS, TWICE, ...VOTES.map(voting)].find(({ header }) => header.name === name);
  if (simple !== undefined) return simple;
  if (name === CS_DRAFTING) return csDrafting(given(options.drafter, "has a smaller model draft", "--drafter MODEL"));
  if (name === DENSE_RETRIEVAL)
    return denseRetrieval(given(options.embedder, "searches by a sentence model", "--embedder FILE"));
  const second = SECOND_ANSWERS.find((each) => each === name);
  if (second !== undefined) return secondAnswer(second, firstAnswers(name, options));
  const [, strategyName, shots] = FEW_SHOT.exec(name) ?? [];
  const strategy = STRATEGIES.find((each) => each === strategyName);
  if (strategy === undefined) return null;
  return fewShot({
    strategy,
    shots: Number(shots),
    tasks: options.tasks,
    embeddings: options.embeddings === undefined ? null : readEmbeddings(options.embeddings).byTask,
    answers: strategy === "cross" ? firstAnswers(name, options) : null,
  });
}

function given<Value>(value: Value | undefined, does: string, option: string): Value {
  if (value === undefined) throw unreadable(`The method ${does}: name it with ${option}.`);
  return value;
}

function firstAnswers(name: string, { answers: path, dataSha256 }: AskingMethodOptions): FirstAnswers {
  if (path === undefined)
    throw unreadable(`${name} builds on answers that are there: name their rows with --answers FILE.`);
  const { header, rows } = readRows(path, ROWS_FORMAT);
  if (header.dataSha256 !== dataSha256) throw unreadable(`The answers in ${path} are to other tasks.`);
  return { path, header, rows };
}
