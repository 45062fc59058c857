import { open } from "node:fs/promises";

/** Magic, version, number of tensors, number of metadata entries. */
const HEADER_BYTES = 24;
const NEWEST_VERSION = 3;
/** Far more than any model has; a damaged header names numbers that the engine would read on for minutes. */
const MOST_ENTRIES = 1_000_000n;

/** What is wrong with the first bytes of a model file, in words; null where nothing is. Reads no more than they. */
export async function ggufHeaderProblem(path: string): Promise<string | null> {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead === 0) return "it is empty";
    if (header.toString("latin1", 0, 4) !== "GGUF") return "it is not in the GGUF format";
    const version = header.readUInt32LE(4);
    if (bytesRead < HEADER_BYTES || version === 0) return "it is damaged";
    // A version in the other byte order is a large number, as is anything written over the header.
    if (version > NEWEST_VERSION) return `it is damaged, or of a GGUF version that is not known (${version})`;
    if (header.readBigUInt64LE(8) > MOST_ENTRIES || header.readBigUInt64LE(16) > MOST_ENTRIES) return "it is damaged";
    return null;
  } finally {
    await file.close();
  }
}
