/** Runs one of `nearfirst`'s other commands and gives back what it printed. */
import { spawn } from "node:child_process";
import type { ServerCommand } from "./find-server.js";

export interface NearfirstRun {
  /** Null where it could not be started or took too long. */
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Most characters that are kept of each stream. */
const MOST_OUTPUT = 1_000_000;

/** Never rejects: what went wrong stands in `err`. */
export function runNearfirst(
  server: ServerCommand,
  args: readonly string[],
  { limitMs = 60_000, folder }: { readonly limitMs?: number; readonly folder?: string | undefined } = {},
): Promise<NearfirstRun> {
  return new Promise((resolve) => {
    const child = spawn(server.command, [...server.args, ...args], {
      env: { ...process.env, ...server.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limitMs,
      cwd: folder,
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out.length < MOST_OUTPUT) out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (err.length < MOST_OUTPUT) err += text;
    });
    child.on("error", (error) => resolve({ exitCode: null, out, err: `${err}${server.command}: ${error.message}\n` }));
    child.on("close", (exitCode) => {
      const late = child.killed ? `nearfirst ${args.join(" ")} did not end within ${limitMs / 1_000} seconds.\n` : "";
      resolve({ exitCode, out, err: err + late });
    });
  });
}
