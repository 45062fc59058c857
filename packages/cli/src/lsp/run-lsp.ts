/** `nearfirst lsp`: serves the editor that started this process. */
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { openRuntimeBackend } from "./runtime-backend.js";
import { serveStdio } from "./stdio-server.js";

/** Resolves with the exit code. The caller ends the process: watchers and timers may still hold it. */
export async function runLsp(): Promise<number> {
  // Standard output belongs to the protocol; whatever else prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  // The other commands end well when their reader has had enough; a client that is gone is for `serveStdio` to see.
  process.stdout.removeAllListeners("error");
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return serveStdio({ input: process.stdin, output: process.stdout, open: openRuntimeBackend, version });
}
