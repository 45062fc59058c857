/** A whole `nearfirst complete` in a process of its own: start, model, index of the other files, answer. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench } from "./bench.js";
import { median, percentile, rounded } from "./statistics.js";

const ROUNDS = 9;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const runFile = promisify(execFile);

async function run(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-bench-"));
  try {
    const config = join(folder, "config.json");
    await writeFile(config, "{}");
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timeOfCommand(config));
    return {
      rounds: ROUNDS,
      cores: availableParallelism(),
      coldP50Ms: rounded(median(times)),
      coldMaxMs: rounded(percentile(times, 1)),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The files of the program are in the system's cache after the first round, as they are on a developer's machine. */
async function timeOfCommand(config: string): Promise<number> {
  const startedAt = performance.now();
  const { stdout } = await runFile(
    process.execPath,
    ["packages/cli/dist/main.js", "complete", "examples/logwatch/main.py:39", "--json", "--config", config],
    { cwd: ROOT },
  );
  const ms = performance.now() - startedAt;
  if (JSON.parse(stdout).kind !== "suggested") throw new Error("the command made no suggestion");
  return ms;
}

export default {
  name: "cold",
  description: "a whole `nearfirst complete` on the command line, from its start to its end",
  run,
} satisfies Bench;
