/** One process at a time fetches or removes a model. */
import { NearfirstError } from "@nearfirst/core";
import { type LockTaking, releaseLock, takeLock } from "../lock-file.js";
import { faultOfWriting } from "./download-faults.js";

/** Runs `work` while no other process does so under the same lock. Throws `model-busy` at once where one does. */
export async function withModelLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const taking = taken(path);
  if (taking.kind !== "taken") throw busy(path, taking);
  try {
    return await work();
  } finally {
    releaseLock(path);
  }
}

function taken(path: string): LockTaking {
  try {
    return takeLock(path);
  } catch (thrown) {
    throw faultOfWriting(thrown, path);
  }
}

function busy(path: string, taking: LockTaking): NearfirstError {
  const who = taking.kind === "held" ? `Process ${taking.by.processId} on ${taking.by.host}` : "Another process";
  return new NearfirstError({
    code: "model-busy",
    message: `${who} is fetching this model already. Wait for it; if no such process is at work, delete ${path}.`,
    isRetryable: true,
  });
}
