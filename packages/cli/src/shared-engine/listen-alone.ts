/** One listener a socket: of processes that start at the same time, one has it. */
import { once } from "node:events";
import { chmod, link, rename, rm } from "node:fs/promises";
import { connectTo, listenAt, type Server } from "./local-socket.js";

/** How often a socket that somebody left behind is taken away before it is given up. */
const TRIES = 5;

/** True once `server` listens at `path`; false where another process does. Rejects as `node:net` does. */
export async function listenAlone(server: Server, path: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await listen(server, path)) {
      // The folder keeps others out already.
      if (process.platform !== "win32") await chmod(path, 0o600);
      return true;
    }
    if (process.platform === "win32" || (await isListenedAt(path))) return false;
    await takeAway(path);
  }
  return false;
}

/** False where something is at the path. */
async function listen(server: Server, path: string): Promise<boolean> {
  try {
    listenAt(server, path);
    await once(server, "listening");
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE") return false;
    throw thrown;
  }
}

async function isListenedAt(path: string): Promise<boolean> {
  const socket = connectTo(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Only one process can move a file away; whoever finds to have moved one that is listened at puts it back. */
async function takeAway(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return;
    throw thrown;
  }
  if (await isListenedAt(aside)) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
