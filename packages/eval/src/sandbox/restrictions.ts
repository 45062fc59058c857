/** What a program is started with, inside of the namespaces: another user, no privileges, limits. */
import { randomInt } from "node:crypto";
import type { SandboxLimits } from "./sandbox.js";

/**
 * Root is bound by no limit of processes, so its programs run as users that nobody has: a new one each time, because the limit
 * counts all processes of a user. They are below 65,536, which is all that a container may have.
 */
const USERS = { first: 58_000, count: 2_000 } as const;
let nextUser = randomInt(USERS.count);

export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/bin:/bin",
  HOME: "/work",
  TMPDIR: "/work",
  LANG: "C.UTF-8",
  PYTHONHASHSEED: "0",
};

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** After the harness has given up; for a tree whose harness was killed. */
const UNWATCHED_SECONDS = 2;

/** The command that gives up all privileges, sets the limits, and runs `command` for as long as it may at most. */
export function restricted(command: readonly string[], limits: SandboxLimits): readonly string[] {
  const { cpuSeconds, wallMs, memoryBytes, processes, folderBytes } = limits;
  const user = isRoot() ? asNewUser() : [];
  return [
    ...["setpriv", ...user, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"],
    // The first process of the namespace: with its end all others end.
    ...["timeout", "--foreground", "--signal=KILL", `${Math.ceil(wallMs / 1000) + UNWATCHED_SECONDS}`],
    // At the soft limit a program gets a signal that it may ignore, at the hard one it is ended.
    ...["prlimit", `--cpu=${cpuSeconds}:${cpuSeconds + 1}`, `--as=${memoryBytes}`],
    `--nproc=${processes}`,
    ...[`--fsize=${folderBytes}`, "--nofile=256", "--core=0", "--"],
    ...command,
  ];
}

function asNewUser(): readonly string[] {
  const user = USERS.first + (nextUser++ % USERS.count);
  return [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
}
