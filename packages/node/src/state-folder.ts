import { homedir } from "node:os";
import { join } from "node:path";

/** Where Nearfirst keeps what it writes down by itself: the audit log, the statistics. Nothing of it is needed to run. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const local = platform === "win32" ? env["LOCALAPPDATA"] : undefined;
  return join(env["XDG_STATE_HOME"] || local || join(homedir(), ".local", "state"), "nearfirst");
}
