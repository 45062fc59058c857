/** How fast the workspace index is built, asked and kept up to date, and what it costs the main thread. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { cursorContextOf, retrievalQueryOf } from "@nearfirst/core";
import { type IndexMemory, uriOfPath, WorkspaceIndex } from "@nearfirst/node";
import type { Bench } from "./bench.js";
import { type GeneratedFile, writeWorkspace } from "./retrieval-corpus.js";
import { percentile, randomFrom, rounded } from "./statistics.js";

const SIZE = { wantedLines: 200_000, wantedFiles: 1_000 };
const QUERIES = 500;
const UPDATES = 200;
const IDLE_MS = 1_000;
/** As many as a completion asks for. */
const SNIPPETS = 8;

async function run(): Promise<object> {
  const directory = await mkdtemp(join(tmpdir(), "nearfirst-bench-"));
  const empty = await mkdtemp(join(tmpdir(), "nearfirst-bench-"));
  try {
    const files = await writeWorkspace(directory, SIZE);
    return await measure(directory, files, await bytesOfEmptyIndex(empty));
  } finally {
    await Promise.all([directory, empty].map((each) => rm(each, { recursive: true, force: true })));
  }
}

async function measure(directory: string, files: readonly GeneratedFile[], emptyBytes: number): Promise<object> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = { p99: delay.percentile(99), max: delay.max };
  delay.reset();
  const startedAt = performance.now();
  const index = new WorkspaceIndex({ folders: [directory], watch: "off" });
  try {
    await index.ready;
    const indexMs = performance.now() - startedAt;
    delay.disable();
    const { files: indexed, snippets } = index.status();
    if (indexed !== files.length) throw new Error(`${indexed} of ${files.length} files were indexed`);
    const indexBytes = bytesOf(await index.memory()) - emptyBytes;
    const queryMs = await timesOfQueries(index, files);
    const updateMs = await timesOfUpdates(index, files);
    return {
      lines: files.reduce((sum, file) => sum + file.lines, 0),
      files: files.length,
      snippets,
      indexMs: rounded(indexMs),
      indexMb: rounded(indexBytes / 1e6),
      queries: QUERIES,
      queryP50Ms: rounded(percentile(queryMs, 0.5)),
      queryP95Ms: rounded(percentile(queryMs, 0.95)),
      updates: UPDATES,
      updateP50Ms: rounded(percentile(updateMs, 0.5)),
      updateP95Ms: rounded(percentile(updateMs, 0.95)),
      // While the index is built, from the start of its worker on.
      mainThreadP99BlockMs: rounded(delay.percentile(99) / 1e6),
      mainThreadMaxBlockMs: rounded(delay.max / 1e6),
      // The same while the process does nothing: what the machine itself adds.
      idleP99BlockMs: rounded(idle.p99 / 1e6),
      idleMaxBlockMs: rounded(idle.max / 1e6),
    };
  } finally {
    await index.close();
  }
}

/** Round trips through the worker, from places spread over the files. */
async function timesOfQueries(index: WorkspaceIndex, files: readonly GeneratedFile[]): Promise<number[]> {
  const random = randomFrom(1);
  const { signal } = new AbortController();
  const times: number[] = [];
  for (let query = 0; query < QUERIES; query++) {
    const { path, text } = files[Math.floor(random() * files.length)] as GeneratedFile;
    const document = { uri: uriOfPath(path), languageId: "python", text };
    const cursor = cursorContextOf(document, Math.floor(random() * text.length));
    const startedAt = performance.now();
    await index.search({ ...document, text: retrievalQueryOf(cursor), limit: SNIPPETS }, signal);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** From a written file to the index that holds it: round trip, reading and indexing. */
async function timesOfUpdates(index: WorkspaceIndex, files: readonly GeneratedFile[]): Promise<number[]> {
  const random = randomFrom(2);
  const times: number[] = [];
  for (let update = 0; update < UPDATES; update++) {
    const file = files[Math.floor(random() * files.length)] as GeneratedFile;
    await writeFile(file.path, `${file.text}\nupdate_${update} = ${update}\n`);
    const before = index.revision;
    const startedAt = performance.now();
    await index.refresh([file.path]);
    times.push(performance.now() - startedAt);
    if (index.revision === before) throw new Error("an update did not reach the index");
  }
  return times;
}

async function bytesOfEmptyIndex(directory: string): Promise<number> {
  const index = new WorkspaceIndex({ folders: [directory], watch: "off" });
  await index.ready;
  const bytes = bytesOf(await index.memory());
  await index.close();
  return bytes;
}

function bytesOf(memory: IndexMemory | null): number {
  if (memory === null) throw new Error("the index worker is gone");
  return memory.heapBytes + memory.externalBytes;
}

export default {
  name: "retrieval",
  description: "200,000 lines: indexing time and memory, query and update times",
  run,
} satisfies Bench;
