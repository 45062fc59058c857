/** Reads small text files that somebody else may have put there: configuration, ignore files, model cards. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** In bytes. */
const SMALLEST_PIECE = 4_096;

/**
 * The text of a regular file, as UTF-8, or UTF-16 with a byte order mark; a pipe or a device would never end. Rejects with the system's error, with the
 * code `ENOTFILE` for what is no regular file, and with `EFBIG` for more than `mostBytes`.
 */
export async function readTextFile(path: string, mostBytes: number): Promise<string> {
  // Without O_NONBLOCK a named pipe would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw fileError("EISDIR", path);
    if (!stats.isFile()) throw fileError("ENOTFILE", path);
    // The size may be out of date, and some file systems tell none: the end is where nothing more comes.
    let bytes = Buffer.alloc(Math.min(stats.size, mostBytes) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      length += bytesRead;
      if (length > mostBytes) throw fileError("EFBIG", path);
      if (bytesRead === 0) break;
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + SMALLEST_PIECE, mostBytes + 1));
    }
    // What PowerShell's ">" writes: an ignore file of it has to count.
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8";
    return bytes.toString(encoding, 0, length);
  } finally {
    await handle.close();
  }
}

function fileError(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
