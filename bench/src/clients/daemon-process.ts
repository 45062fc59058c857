/** A real daemon, as a process of its own, that nobody else joins. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { engineSocketPath } from "../../../packages/cli/src/shared-engine/socket-path.js";
import { BenchError } from "../bench.js";

const EXECUTABLE = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));
const START_LIMIT_MS = 60_000;

export interface DaemonProcess {
  readonly socketPath: string;
  /** Physical memory of the daemon and its engines, in bytes; Linux alone. */
  memoryBytes(): number;
  close(): Promise<void>;
}

/** Resolves once it listens. */
export async function startDaemonProcess(): Promise<DaemonProcess> {
  const folder = mkdtempSync(join(tmpdir(), "nearfirst-bench-"));
  const env = { ...process.env, XDG_STATE_HOME: folder, XDG_RUNTIME_DIR: "" };
  const socketPath = await engineSocketPath(env);
  const child = spawn(process.execPath, [EXECUTABLE, "serve", "--no-http"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const until = performance.now() + START_LIMIT_MS;
  while (!existsSync(socketPath)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new BenchError("`nearfirst serve --no-http` did not come up.");
    await delay(50);
  }
  return {
    socketPath,
    memoryBytes: () => processesOf(child).reduce((sum, pid) => sum + residentBytes(pid), 0),
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function processesOf({ pid }: ChildProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid as number, ...children.split(" ").filter(Boolean).map(Number)];
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1_024;
}
