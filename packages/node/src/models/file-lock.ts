/** One process at a time: a file that says who. What a process that was killed left behind is taken over. */
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import { faultOfWriting } from "./download-faults.js";

const holderSchema = z.object({ processId: z.number().int().positive(), host: z.string() });

/** Those of this process: after a restart another process may have its number. */
const held = new Set<string>();

/** Runs `work` while no other process does so under the same lock. Throws `model-busy` at once where one does. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const text = JSON.stringify({ processId: process.pid, host: hostname(), random: Math.random() });
  await acquire(path, text);
  held.add(path);
  try {
    return await work();
  } finally {
    held.delete(path);
    await rm(path, { force: true });
  }
}

async function acquire(path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(text).finally(() => file.close());
      return;
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST"))
        throw faultOfWriting(thrown, path);
    }
    const found = await readFile(path, "utf8").catch(() => null);
    // It has just been given up.
    if (found === null) continue;
    if (isAlive(path, found)) throw busy(path, found);
    await takeAway(path, found);
  }
  throw busy(path, "");
}

/** Whether the lock's holder may still be at work. One on another machine, or one that cannot be read, may. */
function isAlive(path: string, text: string): boolean {
  const holder = holderOf(text);
  if (holder === null || holder.host !== hostname()) return true;
  if (holder.processId === process.pid) return held.has(path);
  try {
    return process.kill(holder.processId, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/** Two may see the same dead lock: what is taken away must be that one, or it goes back. */
async function takeAway(path: string, found: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const taken = await readFile(aside, "utf8").catch(() => null);
  if (taken !== null && taken !== found) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function holderOf(text: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function busy(path: string, text: string): NearfirstError {
  const holder = holderOf(text);
  const who = holder === null ? "Another process" : `Process ${holder.processId} on ${holder.host}`;
  return new NearfirstError({
    code: "model-busy",
    message: `${who} is fetching this model already. Wait for it; if no such process is at work, delete ${path}.`,
    isRetryable: true,
  });
}
