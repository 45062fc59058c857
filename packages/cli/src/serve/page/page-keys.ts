/**
 * Keys that let one browser tab into the page, once. They lie as files in the user's own state folder, so that whoever can
 * make one is the user: `nearfirst serve --open` and an editor's extension need nothing of a running daemon, and send no
 * token to whoever may have taken its port.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stateFolder } from "@nearfirst/node";

/** Long enough for a browser to start. */
export const KEY_LIFE_MS = 5 * 60_000;

const KEY = /^[\w-]{43}$/;

export interface PageKeyOptions {
  /** Of the daemon: a key is good for that one alone. */
  readonly port: number;
  /** By default in the user's state folder. */
  readonly folder?: string;
}

function defaultFolder(): string {
  return join(stateFolder(), "page-keys");
}

/** A new key: 43 characters. What is written down is its hash. Rejects with the system's error. */
export async function makePageKey({ port, folder = defaultFolder() }: PageKeyOptions): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  await writeFile(join(folder, hashOf(key)), String(port), { mode: 0o600, flag: "wx" });
  return key;
}

/** True once for a key that was made for this port in the last five minutes. */
export async function takePageKey(key: string, { port, folder = defaultFolder() }: PageKeyOptions): Promise<boolean> {
  if (!KEY.test(key)) return false;
  const path = join(folder, hashOf(key));
  try {
    const { mtimeMs, uid } = await stat(path);
    // Others may have been let write into the folder.
    const isOwn = process.getuid === undefined || uid === process.getuid();
    const isForHere = (await readFile(path, "utf8")) === String(port);
    // Of several that come with the same key one removes it.
    await unlink(path);
    return isOwn && isForHere && Date.now() - mtimeMs <= KEY_LIFE_MS;
  } catch {
    return false;
  }
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > KEY_LIFE_MS) await rm(path, { force: true });
  }
}
