/** Keeps a second process from writing to a file of rows: both would ask for the same tasks, and no row may stand there twice. */
import { releaseLock, takeLock, unreadable } from "@nearfirst/node";

const taken = new Set<string>();

/** Until this process ends; what has it already gets it again. Throws `file-unreadable` where another process has it. */
export function lockRowFile(path: string): void {
  const lock = `${path}.lock`;
  if (taken.has(lock)) return;
  const taking = takeLock(lock);
  if (taking.kind !== "taken") {
    const who = taking.kind === "held" ? ` (${taking.by.processId} on ${taking.by.host})` : "";
    throw unreadable(
      `Another process${who} writes to ${path}. Wait for its end; if that is no \`nearfirst eval\`, delete ${lock}.`,
    );
  }
  if (taken.size === 0) process.once("exit", release);
  taken.add(lock);
}

function release(): void {
  for (const lock of taken) releaseLock(lock);
}
