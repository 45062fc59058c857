/** Whether a model file still is what was installed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { InstalledModel } from "./installed-models.js";
import { readKnownHash } from "./known-hash.js";

export interface VerifyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (doneBytes: number) => void;
}

export interface VerifiedModel {
  /** `unknown`: nothing says what the hash should be. */
  readonly state: "as expected" | "damaged" | "unknown";
  readonly sha256: string;
  readonly expected: string | null;
  /** `card`: the card beside the file; `ollama`: its name in Ollama's store; `copy`: what it was when it was copied here. */
  readonly by: "card" | "ollama" | "copy" | null;
}

/** Reads all of the file. Rejects with the system's error where it cannot be read, or with the signal's reason. */
export async function verifyModel(model: InstalledModel, options: VerifyOptions): Promise<VerifiedModel> {
  const { signal, onProgress } = options;
  const hash = createHash("sha256");
  let doneBytes = 0;
  for await (const piece of createReadStream(model.path, { highWaterMark: 1 << 20, signal })) {
    hash.update(piece as Buffer);
    doneBytes += (piece as Buffer).length;
    onProgress?.(doneBytes);
  }
  const sha256 = hash.digest("hex");
  const { expected, by } = await expectedHash(model);
  return {
    state: expected === null ? "unknown" : expected === sha256 ? "as expected" : "damaged",
    sha256,
    expected,
    by,
  };
}

async function expectedHash({ card, origin, path }: InstalledModel): Promise<Pick<VerifiedModel, "expected" | "by">> {
  if (origin === "ollama") return { expected: basename(path).slice("sha256-".length), by: "ollama" };
  const named = card?.files?.[basename(path)]?.sha256 ?? null;
  if (named !== null) return { expected: named, by: "card" };
  const kept = origin === "user" ? await readKnownHash(path) : null;
  return { expected: kept?.sha256 ?? null, by: kept === null ? null : "copy" };
}
