/** One process at a time: a file that says who. What a process that was killed left behind is taken over. */
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { errorCodeOf } from "./error-code.js";

const holderSchema = z.object({ processId: z.number().int().positive(), host: z.string() });

export type LockHolder = z.infer<typeof holderSchema>;

/** `unknown`: another process may have it, which one cannot be read. */
export type LockTaking =
  | { readonly kind: "taken" }
  | { readonly kind: "held"; readonly by: LockHolder }
  | { readonly kind: "unknown" };

const TRIES = 100;
const PAUSE_MS = 10;
/** Nobody takes that long to take a dead lock away: who did was killed meanwhile. */
const LONGEST_TAKING_AWAY_MS = 60_000;

/** Those of this process: after a restart another process may have its number. */
const held = new Set<string>();

/**
 * Whether this process now has the lock, until `releaseLock`. Throws what the system does where the file cannot be written.
 * Blocks, for a second at most, while others take away what a dead process left: not for the path of a key.
 */
export function takeLock(path: string): LockTaking {
  if (held.has(path)) return { kind: "held", by: { processId: process.pid, host: hostname() } };
  for (let tries = 0; tries < TRIES; tries++) {
    if (create(path)) {
      held.add(path);
      return { kind: "taken" };
    }
    const found = readFile(path);
    // It has just been given up.
    if (found === null) continue;
    const holder = holderOf(found);
    if (holder !== null && mayBeAtWork(holder)) return { kind: "held", by: holder };
    // An empty one is what a machine that lost its power leaves: no process ever sees one that is being made.
    if (holder === null && found !== "") return { kind: "unknown" };
    if (!takeAway(path, found)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return { kind: "unknown" };
}

/** Of a lock that is not held by this process nothing is touched. */
export function releaseLock(path: string): void {
  if (held.delete(path)) rmSync(path, { force: true });
}

/** Whole at once, as others read it to see who has it. False where there is one already. */
function create(path: string): boolean {
  const text = JSON.stringify({ processId: process.pid, host: hostname(), random: Math.random() });
  const draft = `${path}.new-${process.pid}`;
  try {
    writeFileSync(draft, text);
    try {
      linkSync(draft, path);
    } catch (thrown) {
      if (errorCodeOf(thrown) === "EEXIST") throw thrown;
      // A file system without links.
      writeFileSync(path, text, { flag: "wx" });
    }
    return true;
  } catch (thrown) {
    if (errorCodeOf(thrown) === "EEXIST") return false;
    throw thrown;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** One on another machine may be. */
function mayBeAtWork({ processId, host }: LockHolder): boolean {
  if (host !== hostname()) return true;
  if (processId === process.pid) return false;
  try {
    return process.kill(processId, 0);
  } catch (thrown) {
    return errorCodeOf(thrown) === "EPERM";
  }
}

/**
 * Removes a dead lock. Two may see the same one, and the slower must not remove what the faster made then: so one at a time,
 * and only what still is as it was found. False while another is about it.
 */
function takeAway(path: string, found: string): boolean {
  const guard = `${path}.dead`;
  if (!create(guard)) {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LONGEST_TAKING_AWAY_MS) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (readFile(path) === found) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function holderOf(text: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
