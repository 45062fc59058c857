/** The real sentence model, as `scripts/install-minilm.sh` makes it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { cosineOf } from "../methods/nearest-neighbours.js";
import { embedTasks } from "./embed-tasks.js";
import { readEmbeddings } from "./embedding-file.js";

const modelPath = fileURLToPath(new URL("../../../../.servers/minilm/all-MiniLM-L6-v2.gguf", import.meta.url));
const isInstalled = existsSync(modelPath);
const folder = mkdtempSync(join(tmpdir(), "nearfirst-embed-"));
afterAll(() => rmSync(folder, { recursive: true }));

if (!isInstalled) console.warn("\nSKIPPED: no test ran with all-MiniLM-L6-v2. Run scripts/install-minilm.sh.\n");

it.runIf(process.env["CI"] !== undefined)("all-MiniLM-L6-v2 is there where the whole check runs", () => {
  expect(isInstalled, "scripts/install-minilm.sh makes it").toBe(true);
});

const taskOf = (id: string, prefix: string): BenchmarkTask =>
  ({ id, prefix, suffix: "", preamble: "" }) as BenchmarkTask;

describe.skipIf(!isInstalled)("embeddings of tasks", () => {
  const options = {
    benchmark: "made",
    dataSha256: "0".repeat(64),
    modelPath,
    out: join(folder, "made.embeddings.jsonl"),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onNotice: () => undefined,
  };

  it("are those of the published model, and are gone on with", async () => {
    await embedTasks({ ...options, tasks: [taskOf("eating", "A man is eating food.")] });
    const before = readFileSync(options.out, "utf8");
    const others = [
      taskOf("bread", "A man is eating a piece of bread."),
      taskOf("girl", "The girl is carrying a baby."),
    ];
    await embedTasks({ ...options, tasks: [taskOf("eating", "A man is eating food."), ...others] });
    expect(readFileSync(options.out, "utf8").startsWith(before)).toBe(true);
    const { byTask } = readEmbeddings(options.out);
    const [eating, bread, girl] = ["eating", "bread", "girl"].map((id) => byTask.get(id) ?? new Float32Array(384));
    // sentence-transformers' documentation has 0.7553 for the first two.
    expect(cosineOf(eating as Float32Array, bread as Float32Array)).toBeCloseTo(0.7553, 2);
    expect(cosineOf(eating as Float32Array, girl as Float32Array)).toBeLessThan(0.1);
  }, 120_000);

  it("of another model are not mixed with them", async () => {
    const other = join(folder, "other.gguf");
    writeFileSync(other, "no model");
    await expect(embedTasks({ ...options, modelPath: other, tasks: [] })).rejects.toThrow(
      /another model, text or data/,
    );
    await expect(embedTasks({ ...options, modelPath: join(folder, "none.gguf"), tasks: [] })).rejects.toThrow(
      /install-minilm/,
    );
  });
});
