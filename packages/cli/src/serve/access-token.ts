/** The token that clients of the daemon must have: made once, kept where only its owner reads it, and shown nowhere else. */
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { stateFolder } from "@nearfirst/node";

const NAME = "serve-token";
const TOKEN = /^[\w-]{43}$/;

export function accessTokenPath(folder: string = stateFolder()): string {
  return join(folder, NAME);
}

/**
 * The token of this user, made where there is none. One that others could read, or that is none, is replaced. Rejects with
 * a `NearfirstError` where the folder cannot be written to.
 */
export async function accessToken(folder: string = stateFolder()): Promise<string> {
  const path = accessTokenPath(folder);
  try {
    const kept = await keptToken(path);
    if (kept !== null) return kept;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await newToken(path, folder);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : "unknown error";
    throw new NearfirstError({
      code: "file-unreadable",
      message: `The token in ${path} can be neither read nor written (${code}). Correct the folder's permissions, or set XDG_STATE_HOME to another.`,
      cause: thrown,
    });
  }
}

/** Null for none, for one that others may have read, and for what is no token. */
async function keptToken(path: string): Promise<string | null> {
  const file = await open(path, "r").catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return null;
    throw thrown;
  });
  if (file === null) return null;
  try {
    const { mode } = await file.stat();
    const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
    const text = (await file.readFile("utf8")).trim();
    if (!isOpen && TOKEN.test(text)) return text;
  } finally {
    await file.close();
  }
  await rm(path, { force: true });
  return null;
}

/** Whole at once: of two processes that make one, both get the first. */
async function newToken(path: string, folder: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const draft = join(folder, `.${NAME}-${randomUUID()}`);
  try {
    await writeFile(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
    // The mode above is less the process's mask.
    await chmod(draft, 0o600);
    await link(draft, path);
    return token;
  } catch (thrown) {
    const isThere = thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";
    const kept = isThere ? await keptToken(path) : null;
    if (kept === null) throw thrown;
    return kept;
  } finally {
    await rm(draft, { force: true });
  }
}
