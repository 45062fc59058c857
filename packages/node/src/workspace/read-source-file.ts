/** Reads a file as source text, if it is one. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Larger files are data or generated. */
export const MAX_FILE_BYTES = 1_000_000;

export interface SourceFile {
  /** Null where the file is no source text: too large, binary. */
  readonly text: string | null;
  readonly mtimeMs: number;
  readonly bytes: number;
}

/** Null where there is no regular file to read. Does not follow a symbolic link in the last component of the path. */
export async function readSourceFile(path: string): Promise<SourceFile | null> {
  // Without O_NONBLOCK a named pipe would wait for a writer.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return null;
  try {
    const { size, mtimeMs, isFile } = await handle.stat().then((stats) => ({
      size: stats.size,
      mtimeMs: stats.mtimeMs,
      isFile: stats.isFile(),
    }));
    if (!isFile) return null;
    if (size > MAX_FILE_BYTES) return { text: null, mtimeMs, bytes: size };
    // The file may have grown since: read no more than the limit.
    const buffer = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return { text: decode(buffer.subarray(0, bytesRead)), mtimeMs, bytes: size };
  } catch {
    return null;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** UTF-8, UTF-16 with a byte order mark, else Latin-1; null for binary data. */
export function decode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs("utf-16le", bytes);
  if (bytes.includes(0)) return null;
  return decodeAs("utf-8", bytes) ?? Buffer.from(bytes).toString("latin1");
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    // Drops a byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
