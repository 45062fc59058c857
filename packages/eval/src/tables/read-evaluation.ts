/** Reads a comparison's files: rows, verdicts, embeddings, and the benchmarks' data where they are at hand. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { quotedForShell, unreadable } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { benchmarkNamed } from "../benchmarks/benchmarks.js";
import { openData } from "../benchmarks/open-data.js";
import { readEmbeddings } from "../embeddings/embedding-file.js";
import type { Embedding } from "../methods/nearest-neighbours.js";
import { ROWS_FORMAT } from "../rows/row.js";
import { readRows } from "../rows/row-file.js";
import { judgedFileBeside } from "../scores/judged-path.js";
import { JUDGED_FORMAT } from "../scores/judged-row.js";
import { readSignalsBeside } from "../signals/signal-file.js";
import { SIGNAL_TOOLS } from "../signals/signal-tools.js";
import type { Evaluation, EvaluationFile, TierName } from "./evaluation.js";

export interface ReadEvaluationOptions {
  /** Files of rows, and folders with such files at any depth. */
  readonly paths: readonly string[];
  readonly names: Readonly<Record<TierName, readonly string[]>>;
  /** Benchmarks' files and folders, tried one after the other; none: nothing is downloaded. */
  readonly data: readonly string[];
  readonly accept: "published" | "any";
  readonly networkMs: number;
  readonly command: string;
  readonly signal: AbortSignal;
  /** Told, in a sentence, of what is left out. */
  readonly onNotice: (notice: string) => void;
}

/** Rejects with `file-unreadable` where a file is broken, or neither model has one. */
export async function readEvaluation(options: ReadEvaluationOptions): Promise<Evaluation> {
  const { names, networkMs, command, onNotice } = options;
  const paths = options.paths.flatMap(rowPathsIn);
  const judged = paths.filter((path) => judgedFileBeside(path) !== null);
  const files = judged.map(read);
  for (const path of paths)
    if (judgedFileBeside(path) === null)
      onNotice(`${path} is left out: \`nearfirst eval score ${quotedForShell(path)}\` judges it.`);
  for (const tier of ["local", "large"] as const)
    if (!files.some((file) => names[tier].some((name) => file.stem === name || file.header.model.name === name)))
      throw unreadable(
        `No judged rows of ${names[tier].join(" or ")}. There are those of ${[...new Set(files.map(({ stem }) => stem))].join(", ") || "nobody"}.`,
      );
  return {
    files,
    names,
    sources: await readSources(files, options),
    embeddings: readAllEmbeddings(options.paths),
    networkMs,
    command,
  };
}

const ROWS = /\.jsonl(\.gz)?$/;
const NOT_ROWS = /\.(judged|embeddings|signals)\.jsonl(\.gz)?$/;

function rowPathsIn(path: string): readonly string[] {
  return filesIn(path).filter((each) => ROWS.test(each) && !NOT_ROWS.test(each));
}

function filesIn(path: string): readonly string[] {
  if (!existsSync(path)) throw unreadable(`There is no file or folder ${path}.`);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function read(path: string): EvaluationFile {
  const { header, rows } = readRows(path, ROWS_FORMAT);
  const { rows: judged } = readRows(judgedFileBeside(path) as string, JUDGED_FORMAT);
  const signals = readSignalsBeside(
    path,
    SIGNAL_TOOLS.map(({ name }) => name),
  );
  return { path, stem: basename(path).replace(ROWS, ""), header, rows, judged, signals };
}

async function readSources(
  files: readonly EvaluationFile[],
  { data, accept, signal, onNotice }: ReadEvaluationOptions,
): Promise<ReadonlyMap<string, ReadonlyMap<string, BenchmarkTask>>> {
  const sources = new Map<string, ReadonlyMap<string, BenchmarkTask>>();
  for (const name of new Set(files.map(({ header }) => header.benchmark))) {
    const benchmark = benchmarkNamed(name);
    if (benchmark === undefined) continue;
    const wanted = new Set(files.flatMap(({ header }) => (header.benchmark === name ? [header.dataSha256] : [])));
    const failures: string[] = [];
    for (const path of data) {
      try {
        const { tasks, sha256 } = await openData(benchmark, { path, accept, signal });
        if (!wanted.has(sha256)) throw unreadable(`${path} holds other data than the rows were made with.`);
        sources.set(name, new Map(tasks.map((task) => [task.id, task])));
        break;
      } catch (thrown) {
        signal.throwIfAborted();
        failures.push(thrown instanceof Error ? thrown.message : `${thrown}`);
      }
    }
    if (data.length > 0 && !sources.has(name)) onNotice(`Without the data of ${name}: ${failures.join(" ")}`);
  }
  return sources;
}

function readAllEmbeddings(paths: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, Embedding>> {
  const files = paths.flatMap(filesIn).filter((path) => /\.embeddings\.jsonl(\.gz)?$/.test(path));
  return new Map(files.map((path) => readEmbeddings(path)).map(({ header, byTask }) => [header.benchmark, byTask]));
}
