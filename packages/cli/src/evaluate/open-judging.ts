/** What judges a benchmark's answers: the sandbox, nothing but a comparison, or the developer's own tests. */
import { availableParallelism } from "node:os";
import type { Benchmark, BenchmarkTask, JudgedBy, Sandbox } from "@nearfirst/eval";
import { UsageError } from "../usage-error.js";
import type { EvaluationPackage } from "./evaluation-package.js";

export interface JudgingOptions {
  /** Programs or commands at one time. */
  readonly parallel?: number;
  readonly testCommand?: string;
  readonly testTimeoutS: number;
  readonly signal: AbortSignal;
}

export interface Judging {
  readonly tasks: readonly BenchmarkTask[];
  readonly judgedBy: JudgedBy;
  readonly sandbox: Sandbox;
  readonly parallel: number;
  close(): Promise<void>;
}

export async function openJudging(
  { NO_SANDBOX, openOwnTests, openSandbox }: EvaluationPackage,
  benchmark: Benchmark,
  tasks: readonly BenchmarkTask[],
  { parallel, testCommand: command, testTimeoutS, signal }: JudgingOptions,
): Promise<Judging> {
  if (command !== undefined) {
    if (benchmark.name !== "own-repository")
      throw new UsageError(`--test-command is for own-repository; ${benchmark.name} has its own way to judge.`);
    // Two runs of one's own tests at a time may be in each other's way: a port, a database.
    const own = { command, timeoutMs: testTimeoutS * 1000, parallel: parallel ?? 1, signal };
    process.stderr.write(
      `Your test command runs as it is, in a copy of the repository and in no sandbox: ${command}\n`,
    );
    const opened = await openOwnTests(tasks, own);
    const sandbox = { ...NO_SANDBOX, name: `none, but the test command: ${command}` };
    return { ...opened, judgedBy: "tests", sandbox, parallel: own.parallel };
  }
  const { judgedBy } = benchmark;
  const sandbox = judgedBy === "exact" ? NO_SANDBOX : await openSandbox(signal);
  return { tasks, judgedBy, sandbox, parallel: parallel ?? availableParallelism(), close: async () => undefined };
}
