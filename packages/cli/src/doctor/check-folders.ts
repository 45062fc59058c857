/** Where Nearfirst writes by itself: the audit log, statistics, the daemon's socket. A read-only home is no reason to fail. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { type Settings, stateFolder } from "@nearfirst/node";
import { engineSocketPath } from "../shared-engine/socket-path.js";
import { type Check, ok, problem, warning } from "./check.js";

export async function checkFolders(
  { large }: Pick<Settings, "large">,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly Check[]> {
  return [await checkState(large, env), ...(await checkSocket(env))];
}

async function checkState({ url, enabled }: Settings["large"], env: NodeJS.ProcessEnv): Promise<Check> {
  const folder = stateFolder(env);
  const code = await problemOfWriting(folder);
  if (code === null) return ok("state", `${folder} takes the audit log and the statistics`);
  const remedy = `Set XDG_STATE_HOME to a folder of yours, or allow it: \`chmod u+rwx ${await nearestFolder(folder)}\`.`;
  // Without an entry in the audit log nothing is sent.
  return url !== "" && enabled
    ? problem("state", `${folder} cannot be written to (${code}), so the large model is never asked`, remedy)
    : warning("state", `${folder} cannot be written to (${code}), so there are no statistics`, remedy);
}

/** Makes no folder that is not there, and leaves no file. */
async function problemOfWriting(folder: string): Promise<string | null> {
  const existing = await nearestFolder(folder);
  const name = `.nearfirst-${randomUUID()}`;
  const file = join(existing, name);
  try {
    if (existing === folder) {
      await writeFile(file, "", { flag: "wx" });
      await rm(file);
    } else {
      await mkdir(file);
      await rm(file, { recursive: true });
    }
    return null;
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
  }
}

/** The folder itself, or the nearest above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Nothing to say where it is well: each editor then shares the daemon. */
async function checkSocket(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  try {
    await engineSocketPath(env);
    return [];
  } catch (thrown) {
    const { message } = NearfirstError.from(thrown);
    return [
      warning(
        "daemon",
        `Editors cannot share one process for the model: ${message}`,
        "`export XDG_RUNTIME_DIR=/run/user/$(id -u)` before the editor starts; until then each loads a model of its own.",
      ),
    ];
  }
}
