/** Where this user's daemon listens for the language servers of the same user. */
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir } from "node:fs/promises";
import { homedir, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { stateFolder } from "@nearfirst/node";
import { accessToken } from "../serve/access-token.js";

/** The shortest that a system allows for the path of a socket (macOS: 104 bytes with the end). */
const LONGEST_SOCKET_PATH = 100;

/**
 * A socket in a folder that nobody else may enter, or on Windows a pipe whose name nobody else can know. It belongs to
 * the state folder: another one has another daemon.
 */
export async function engineSocketPath(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const folder = stateFolder(env);
  if (process.platform === "win32") return `\\\\.\\pipe\\nearfirst-${hashOf(folder + (await accessToken(folder)))}`;
  const name = `engine-${hashOf(folder)}.sock`;
  // A runtime folder is on this machine, as sockets must be; a state folder may be on a server.
  const runtime = env["XDG_RUNTIME_DIR"];
  const places = [
    ...(runtime ? [join(runtime, "nearfirst", name)] : []),
    join(folder, "engine.sock"),
    join(tmpdir(), `nearfirst-${userInfo().uid}`, name),
  ];
  const path = places.find((place) => Buffer.byteLength(place) <= LONGEST_SOCKET_PATH);
  if (path === undefined)
    throw new NearfirstError({
      code: "file-unreadable",
      message:
        "No folder's path is short enough for a socket. Set XDG_RUNTIME_DIR to a short one, such as /run/user/1000.",
    });
  return path;
}

/**
 * Makes the socket's folder, for this user alone, before anybody listens or connects: what goes over the socket is code.
 * Rejects with a `NearfirstError` where the folder, or the socket in it, is somebody else's, or where a folder is in the
 * socket's place: that may hold anything, and is not ours to take away.
 */
export async function prepareSocketFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== userInfo().uid)
    throw new NearfirstError({
      code: "file-unreadable",
      message: `The folder ${folder} for the daemon's socket belongs to somebody else. Set XDG_RUNTIME_DIR to a folder of yours.`,
    });
  if ((stats.mode & 0o077) !== 0) await chmod(folder, 0o700);
  const socket = await lstat(path).catch(() => null);
  if (socket !== null && socket.uid !== userInfo().uid)
    throw new NearfirstError({
      code: "file-unreadable",
      message: `The daemon's socket ${path} belongs to somebody else. Remove it, or set XDG_RUNTIME_DIR to a folder of yours.`,
    });
  if (socket?.isDirectory())
    throw new NearfirstError({
      code: "file-unreadable",
      message: `A folder is in the place of the daemon's socket ${path}. Move it away.`,
    });
}

/** Where the daemon runs: nowhere that somebody may want to remove meanwhile. */
export const DAEMON_FOLDER = homedir();

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
