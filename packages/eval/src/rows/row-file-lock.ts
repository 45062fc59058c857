/** Keeps a second process from writing to a file of rows: both would ask for the same tasks, and no row may stand there twice. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { unreadable } from "@nearfirst/node";

const HELD = new Set<string>();

/** Until this process ends. One that a kill has left behind counts for nothing. Throws `file-unreadable` where another has it. */
export function lockRowFile(path: string): void {
  const lock = `${path}.lock`;
  try {
    writeFileSync(lock, `${process.pid}`, { flag: "wx" });
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
    const owner = ownerOf(lock);
    if (owner === process.pid) return;
    if (isRunning(owner))
      throw unreadable(
        `Another process (${owner}) writes to ${path}. Wait for its end; if that is no \`nearfirst eval\`, delete ${lock}.`,
      );
    writeFileSync(lock, `${process.pid}`);
  }
  if (HELD.size === 0) process.once("exit", release);
  HELD.add(lock);
}

function release(): void {
  for (const lock of HELD) rmSync(lock, { force: true });
}

function ownerOf(lock: string): number {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    // Its owner has ended in this moment.
    return 0;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
