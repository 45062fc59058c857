/** Starts this user's daemon, as a process that outlives the editor. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DAEMON_FOLDER } from "./socket-path.js";

const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));

/** Resolves once its process runs, with the promise of its exit code; rejects where it cannot be started. */
export function startDaemon(): Promise<{ readonly exited: Promise<number | null> }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, "serve", "--no-http"], {
      cwd: DAEMON_FOLDER,
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    });
    const exited = new Promise<number | null>((resolveExit) => child.once("exit", resolveExit));
    child.once("error", reject);
    child.once("spawn", () => resolve({ exited }));
    child.unref();
  });
}
