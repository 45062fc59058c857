/** Finds this user's daemon, or starts it, and settles what two versions do about each other. */
import { setTimeout as delay } from "node:timers/promises";
import { NearfirstError } from "@nearfirst/core";
import { isNewer } from "./protocol.js";
import { DaemonConnection } from "./remote-engine.js";
import { prepareSocketFolder } from "./socket-path.js";

/** How long a daemon may take to come up: on a busy machine Node alone takes seconds. */
const START_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 25;
/** One that listens and does not answer for so long hangs. */
const HELLO_LIMIT_MS = 5_000;
/** How often it is joined anew, where one ended in between. */
const TRIES = 3;

export interface JoinOptions {
  readonly path: string;
  readonly version: string;
  /** Starts one; resolves once its process runs, with the promise of its end. */
  readonly start: () => Promise<{ readonly exited: Promise<number | null> }>;
}

/** The daemon, or in words why it cannot be used. Never rejects. */
export type Joined =
  | { readonly kind: "joined"; readonly daemon: DaemonConnection }
  | { readonly kind: "alone"; readonly reason: string };

export async function joinDaemon(options: JoinOptions): Promise<Joined> {
  try {
    await prepareSocketFolder(options.path);
    for (let tries = 0; tries < TRIES; tries++) {
      const daemon = (await connected(options.path)) ?? (await started(options));
      const settled = await settle(daemon, options.version);
      if (settled !== "again") return settled;
    }
    return alone("it ended again and again");
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? ` (${thrown.code})` : "";
    return alone(thrown instanceof NearfirstError ? thrown.message : `it cannot be started${code}`);
  }
}

/** `again`: it has made room for this version. */
async function settle(daemon: DaemonConnection, version: string): Promise<Joined | "again"> {
  const limit = new AbortController();
  const late = delay(HELLO_LIMIT_MS, null, { signal: limit.signal }).catch(() => null);
  const hello = await Promise.race([daemon.hello(version).catch(() => "lost" as const), late]);
  limit.abort();
  if (hello === "lost") {
    daemon.close();
    return "again";
  }
  if (hello === null) {
    daemon.close();
    return alone("it does not answer; end its process, `nearfirst serve --no-http`");
  }
  if (hello.version === version) return { kind: "joined", daemon };
  const retirement = isNewer(version, hello.version) ? await daemon.retire().catch(() => "ending" as const) : "used";
  daemon.close();
  if (retirement === "ending") return "again";
  const remedy = isNewer(version, hello.version)
    ? "other editors use it: restart them to share this version's"
    : "update Nearfirst in this editor, or restart it";
  return alone(`it is version ${hello.version}, and this is ${version}; ${remedy}`);
}

/** Null where nobody listens. */
async function connected(path: string): Promise<DaemonConnection | null> {
  try {
    return await DaemonConnection.open(path);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : null;
    if (code === "ENOENT" || code === "ECONNREFUSED") return null;
    throw thrown;
  }
}

/** One that was just started, by this process or by another at the same time. */
async function started({ path, start }: JoinOptions): Promise<DaemonConnection> {
  let exitCode: number | null | undefined;
  const { exited } = await start();
  void exited.then((code) => {
    exitCode = code;
  });
  const until = performance.now() + START_LIMIT_MS;
  while (performance.now() < until) {
    const daemon = await connected(path);
    if (daemon !== null) return daemon;
    // One that finds another in its place ends well.
    if (exitCode !== undefined && exitCode !== 0) break;
    await delay(LOOK_EVERY_MS);
  }
  throw new NearfirstError({
    code: "internal",
    message: exitCode === undefined ? "it does not come up" : "it ended as soon as it was started",
  });
}

function alone(reason: string): Joined {
  return { kind: "alone", reason };
}
