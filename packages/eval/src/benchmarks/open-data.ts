/** A benchmark's data: from a path, or from where they are published, and in any case by their checksum. */
import { createHash } from "node:crypto";
import { mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unreadable } from "@nearfirst/node";
import type { Benchmark, BenchmarkTask, FileBenchmark, RepositoryBenchmark } from "./benchmark.js";

export interface OpenDataOptions {
  /** The file, or a folder that holds it; without one the data are downloaded once and then kept. Of repositories: their folder. */
  readonly path?: string;
  /** `published`: with another checksum the data are refused. `any`: for hand-made tasks in the published schema. */
  readonly accept: "published" | "any";
  /** For tasks that are drawn from repositories. */
  readonly limit?: number;
  readonly seed?: number;
  readonly languages?: readonly string[];
  readonly signal: AbortSignal;
}

export interface OpenedData {
  readonly tasks: readonly BenchmarkTask[];
  /** True where they were drawn by the seed just now; false where they are what the benchmark has. */
  readonly isDrawn: boolean;
  /** Of the content, uncompressed; of repositories, of all that answers may depend on. */
  readonly sha256: string;
}

/** Rejects with `file-unreadable`, also for a checksum that is not the published one. */
export function openData(benchmark: Benchmark, options: OpenDataOptions): Promise<OpenedData> {
  return benchmark.kind === "file" ? openFile(benchmark, options) : openRepositories(benchmark, options);
}

async function openRepositories(
  benchmark: RepositoryBenchmark,
  { path, limit, seed = 0, languages = [], signal }: OpenDataOptions,
): Promise<OpenedData> {
  if (path === undefined)
    throw unreadable(`${benchmark.name} is not downloaded. Name ${benchmark.folderIs} with --data FOLDER.`);
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw unreadable(`There is no folder ${path}. Name ${benchmark.folderIs} with --data.`);
  // As the index names files.
  const opened = await benchmark.readTasks(await realpath(path), { limit, seed, languages, signal });
  if (opened.tasks.length === 0)
    throw unreadable(
      `${path} has no task of ${benchmark.name}${languages.length === 0 ? "" : ` in ${languages.join(" or ")}`}. Name ${benchmark.folderIs} with --data.`,
    );
  if (new Set(opened.tasks.map(({ id }) => id)).size < opened.tasks.length)
    throw unreadable(`${path} has one task of ${benchmark.name} twice.`);
  return opened;
}

async function openFile(benchmark: FileBenchmark, options: OpenDataOptions): Promise<OpenedData> {
  const path =
    options.path === undefined ? await downloaded(benchmark, options.signal) : await fileAt(options.path, benchmark);
  const content = contentOf(await bytesOf(path), path);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const published = benchmark.data.sha256;
  if (options.accept === "published" && sha256 !== published)
    throw unreadable(
      published === null
        ? `No checksum of ${benchmark.name} is known here, so nobody can say what ${path} holds. --any-data reads it all the same.`
        : `${path} is not what was published as ${benchmark.data.fileName}: its SHA-256 is ${sha256}, not ${published}. ${
            options.path === undefined ? "Delete it, and it is downloaded again." : "--any-data reads it all the same."
          }`,
    );
  return { tasks: benchmark.readTasks(content.toString("utf8"), path), isDrawn: false, sha256 };
}

/** Where downloaded data are kept. */
function benchmarkFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "nearfirst", "benchmarks");
}

async function downloaded({ data, name }: FileBenchmark, signal: AbortSignal): Promise<string> {
  const path = join(benchmarkFolder(), data.fileName);
  if (await stat(path).catch(() => null)) return path;
  const failedBy = (why: string) => (cause: unknown) => {
    signal.throwIfAborted();
    const hint = "Download it yourself and name it with --data FILE.";
    throw unreadable(`${name} cannot be downloaded: ${why}. ${hint}`, cause);
  };
  const response = await fetch(data.url, { signal }).catch(failedBy(`there is no connection to ${data.url}`));
  if (!response.ok) failedBy(`${data.url} answers ${response.status}`)(undefined);
  const bytes = await response.arrayBuffer().catch(failedBy(`the connection to ${data.url} broke off`));
  const folder = benchmarkFolder();
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(`${path}.part`, Buffer.from(bytes)))
    .then(() => rename(`${path}.part`, path))
    .catch(failedBy(`${folder} cannot be written to`));
  return path;
}

async function fileAt(path: string, { data }: FileBenchmark): Promise<string> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(`There is no file or folder ${path}.`, cause);
  });
  if (!found.isDirectory()) return path;
  const file = join(path, data.fileName);
  if (await stat(file).catch(() => null)) return file;
  throw unreadable(`${path} has no ${data.fileName}. It is published at ${data.url}.`);
}

async function bytesOf(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unreadable(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, cause);
  });
}

function contentOf(bytes: Buffer, path: string): Buffer {
  if (!path.endsWith(".gz")) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw unreadable(`${path} is broken: it cannot be decompressed.`, cause);
  }
}
