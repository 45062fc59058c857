/** A real `nearfirst serve-large`, as a process of its own on this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { BenchError } from "../bench.js";

const EXECUTABLE = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));

export interface ServeLargeProcess {
  readonly url: string;
  readonly pid: number;
  /** What it said when it began to listen. */
  readonly printed: string;
  close(): Promise<void>;
}

export interface ServeLargeProcessOptions {
  /** As in the product's settings: `default`, a name, or a path. */
  readonly model: string;
  readonly contextTokens: number;
  readonly threads: number | "auto";
  /** File that holds the key; without one the server asks for none. */
  readonly keyFile?: string;
  /** Further arguments. */
  readonly more?: readonly string[];
}

/** Resolves once it listens. */
export async function startServeLarge({
  model,
  contextTokens,
  threads,
  keyFile,
  more = [],
}: ServeLargeProcessOptions): Promise<ServeLargeProcess> {
  const args = ["serve-large", "--port", "0", "--model", model, "--context-tokens", String(contextTokens)];
  const ownThreads = threads === "auto" ? [] : ["--threads", String(threads)];
  const ownKey = keyFile === undefined ? [] : ["--key-file", keyFile];
  const child = spawn(process.execPath, [EXECUTABLE, ...args, ...ownThreads, ...ownKey, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      printed += piece;
      const found = /"url": "(http:[^"]+)"[^}]*\}/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) =>
      reject(new BenchError(`\`nearfirst serve-large\` ended with ${code} before it served.`)),
    );
  });
  return {
    url,
    // It has one as soon as it has printed.
    pid: child.pid as number,
    printed,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
