/** Starts a command with limits of time and output, and takes its whole tree down when it ends or must end. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { NearfirstError } from "@nearfirst/core";
import type { SandboxLimits, SandboxResult } from "./sandbox.js";

const REPORT_FD = 3;

export interface ContainedProcessOptions {
  /** Standard input. */
  readonly input: string;
  readonly limits: Pick<SandboxLimits, "wallMs" | "outputBytes">;
  /** By default that of this process. */
  readonly cwd?: string;
}

/** `command` must take all that it started with it when it is killed. */
export function containedProcess(
  command: readonly string[],
  { input, limits, cwd }: ContainedProcessOptions,
  signal: AbortSignal,
): Promise<SandboxResult> {
  signal.throwIfAborted();
  const [program = "", ...args] = command;
  const startedAt = performance.now();
  // A group of its own: Ctrl-C in the terminal reaches the harness alone, which then ends the group.
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe", "pipe"], detached: true, cwd });
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid);
  };
  let end: SandboxResult["end"] = "exited";
  const killFor = (reason: SandboxResult["end"]) => {
    if (end === "exited") end = reason;
    kill();
  };
  let left = limits.outputBytes;
  const capped = (stream: Readable): Buffer[] => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => {
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) killFor("output-limit");
    });
    return chunks;
  };
  const [stdout, stderr] = [capped(child.stdout as Readable), capped(child.stderr as Readable)];
  const report: Buffer[] = [];
  (child.stdio[REPORT_FD] as Readable).on("data", (chunk: Buffer) => {
    if (sizeOf(report) < limits.outputBytes) report.push(chunk.subarray(0, limits.outputBytes));
  });
  // A program need not read its input to the end.
  (child.stdin as Writable).on("error", () => undefined).end(input);

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => killFor("wall-limit"), limits.wallMs);
    signal.addEventListener("abort", kill, { once: true });
    const leave = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
    };
    child.on("error", (cause) => {
      leave();
      reject(
        new NearfirstError({ code: "internal", message: `${program} cannot be started: ${cause.message}`, cause }),
      );
    });
    child.on("close", (code, killedBy) => {
      leave();
      if (signal.aborted) return reject(signal.reason);
      resolve({
        end,
        exitCode: end !== "exited" ? null : killedBy === null ? code : 128 + constants.signals[killedBy],
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
        report: Buffer.concat(report).toString(),
        ms: performance.now() - startedAt,
      });
    });
  });
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
