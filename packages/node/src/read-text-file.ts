/** Reads small text files that somebody else may have put there: configuration, ignore files, model cards. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

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
    // The size may be out of date: one byte more than allowed is enough to know.
    const bytes = Buffer.alloc(Math.min(stats.size, mostBytes) + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > mostBytes) throw fileError("EFBIG", path);
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
