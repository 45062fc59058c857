/** For tests that run programs: whether this machine can. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** False where programs in the language of `tool` cannot be run here, which is told loudly; an error where `CI` is set. */
export function canContainPrograms(tool = "/usr/bin/python3"): boolean {
  const isContained = [
    ["bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--unshare-net", "true"],
    [
      "unshare",
      ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]),
      "--mount",
      "--pid",
      "--fork",
      "true",
    ],
  ].some(([program = "", ...args]) => spawnSync(program, args).status === 0);
  if (isContained && existsSync(tool)) return true;
  const reason = isContained
    ? `there is no ${tool}`
    : "there is neither bubblewrap nor unshare, or neither may be used";
  // Only what runs HumanEval must be there.
  if (process.env["CI"] && tool === "/usr/bin/python3") throw new Error(`No program can be run here: ${reason}.`);
  console.warn(`SKIPPED: programs cannot be run here, because ${reason}.`);
  return false;
}
