/** `nearfirst lsp`: serves the editor that started this process. */
import { Console } from "node:console";
import { openOwnModel, openSharedModel } from "../shared-engine/open-editor-model.js";
import { NEARFIRST_VERSION } from "../version.js";
import { openRuntimeBackend } from "./runtime-backend.js";
import { serveStdio } from "./stdio-server.js";

export interface LspOptions {
  /** Without the daemon that editors share. */
  readonly alone?: true;
}

/** Resolves with the exit code. The caller ends the process: watchers and timers may still hold it. */
export async function runLsp({ alone }: LspOptions): Promise<number> {
  // Standard output belongs to the protocol; whatever else prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  if (process.stdin.isTTY)
    process.stderr.write(
      "This waits for an editor, which starts it by itself: docs/editors.md says how. Ctrl-C ends it.\n",
    );
  // The other commands end well when their reader has had enough; a client that is gone is for `serveStdio` to see.
  process.stdout.removeAllListeners("error");
  const openModel = alone === true ? openOwnModel : openSharedModel;
  return serveStdio({
    input: process.stdin,
    output: process.stdout,
    open: (options) => openRuntimeBackend(openModel, options),
    version: NEARFIRST_VERSION,
  });
}
