/** A benchmark: where its data come from, how its tasks are read, and how an answer is judged. */
import type { StopMode, SyntaxParser } from "@nearfirst/core";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { Verdict } from "../sandbox/verdict.js";

export interface BenchmarkData {
  /** Name of the published file, which may be compressed (`.gz`). */
  readonly fileName: string;
  /** Where it is published. */
  readonly url: string;
  /** SHA-256 of the content, uncompressed; null where we never had the file in hand. */
  readonly sha256: string | null;
}

/** Where a task stands in a repository, whose other files are what may be retrieved from. */
export interface TaskPlace {
  /** Absolute path of the repository. */
  readonly root: string;
  /** Of the file inside it, with forward slashes. */
  readonly path: string;
}

export interface BenchmarkTask {
  readonly id: string;
  /** Tasks with one origin, a function for example, are not independent: intervals count by it. */
  readonly cluster: string;
  /** Null where a task is a program by itself. */
  readonly place: TaskPlace | null;
  /** LSP language identifier. */
  readonly languageId: string;
  /** The code before the hole, what stands in it, and the code after it. */
  readonly prefix: string;
  readonly target: string;
  readonly suffix: string;
  /** What the model is shown before all that and is no part of the program; empty for nothing. */
  readonly preamble: string;
  /** Where an answer ends. */
  readonly stopMode: StopMode;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  /** Cuts a suggestion to what the benchmark counts, before it is judged; null where all of it counts. */
  readonly truncate: ((text: string, parser: SyntaxParser | null, signal: AbortSignal) => Promise<string>) | null;
  /** Runs the code with `completion` in the hole, and its tests. Rejects with the signal's reason once aborted. */
  readonly judge: (completion: string, sandbox: Sandbox, signal: AbortSignal) => Promise<Verdict>;
}

/**
 * What a verdict comes from.
 * - `tests`: the program is run with its tests.
 * - `match`: the benchmark's own rule compares the answer with the target.
 * - `exact`: the answer is the target, but for white space at its end.
 */
export type JudgedBy = "tests" | "match" | "exact";

interface AnyBenchmark {
  /** As on the command line. */
  readonly name: string;
  readonly judgedBy: JudgedBy;
}

/** Its tasks are programs in one published file. */
export interface FileBenchmark extends AnyBenchmark {
  readonly kind: "file";
  readonly data: BenchmarkData;
  /** `content`: of the data's file. `place` names it in errors. Throws `file-unreadable`. */
  readonly readTasks: (content: string, place: string) => readonly BenchmarkTask[];
}

export interface ReadRepositoriesOptions {
  /** For tasks that are drawn here: at most so many, by this seed, in these languages (LSP identifiers; none means any). */
  readonly limit: number | undefined;
  readonly seed: number;
  readonly languages: readonly string[];
  readonly signal: AbortSignal;
}

export interface RepositoryTasks {
  readonly tasks: readonly BenchmarkTask[];
  /** True where they were drawn by the seed just now; false where they are what the benchmark has. */
  readonly isDrawn: boolean;
  /** Of all that an answer may depend on: the tasks, and every source file of their repositories. */
  readonly sha256: string;
}

/** Its tasks stand in repositories that lie in one folder. */
export interface RepositoryBenchmark extends AnyBenchmark {
  readonly kind: "repositories";
  /** What the folder is, in words, for errors. */
  readonly folderIs: string;
  /** Rejects with `file-unreadable`, and with the signal's reason once aborted. */
  readonly readTasks: (folder: string, options: ReadRepositoriesOptions) => Promise<RepositoryTasks>;
}

export type Benchmark = FileBenchmark | RepositoryBenchmark;
