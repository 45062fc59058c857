/** A model's file as rows name it, which must stay what it is while it is asked. */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { NearfirstError } from "@nearfirst/core";

export interface ModelFile {
  readonly path: string;
  /** Of its content. */
  readonly sha256: string;
  /** Throws `model-corrupt` once the file has changed: the engine maps it into memory, and answers with other weights. */
  refuseChange(): void;
}

/** Rejects where there is no such file. */
export async function modelFileOf(path: string): Promise<ModelFile> {
  const stamp = stampOf(path);
  return {
    path,
    sha256: await sha256Of(path),
    refuseChange() {
      if (stampOf(path) === stamp) return;
      throw new NearfirstError({
        code: "model-corrupt",
        message: `${path} has changed while it was asked. The rows before are kept; name another file for the new model's.`,
      });
    },
  };
}

function stampOf(path: string): string {
  const { size, mtimeMs, ino } = statSync(path);
  return `${size} ${mtimeMs} ${ino}`;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
