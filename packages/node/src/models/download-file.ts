/** Fetches one file into a part beside its place, going on where an earlier try ended, and checks it. */
import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import type { DownloadClient, DownloadReply } from "./download-client.js";
import {
  faultOfConnection,
  faultOfWriting,
  noRoom,
  notTheFile,
  otherHash,
  otherLength,
  webPage,
} from "./download-faults.js";

/** How often a transfer that breaks off is taken up again without having come any further. */
const MOST_RETRIES = 3;
const RETRY_PAUSE_MS = 2_000;
/** Left free on the disk. */
const SPARE_BYTES = 64_000_000;

export interface DownloadFileOptions {
  readonly client: DownloadClient;
  readonly url: URL;
  /** Where the bytes go until they are complete. `PART.json` beside it says where they are from. */
  readonly part: string;
  /** Null where it is not known. */
  readonly bytes: number | null;
  /** What the hash must be, and who says so; null where nobody does. */
  readonly expected: ExpectedHash | null;
  /** The first bytes of such a file, and what it is called in a message. */
  readonly beginsWith: { readonly text: string; readonly name: string };
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DownloadProgress) => void;
  /** What the user should know, in sentences. */
  readonly onNotice: (notice: string) => void;
  /** By default 2,000; doubles with each try. */
  readonly retryPauseMs?: number;
}

export interface ExpectedHash {
  readonly sha256: string;
  /** The end of a sentence: "by the catalogue". */
  readonly by: string;
}

export interface DownloadProgress {
  readonly doneBytes: number;
  /** How many of them an earlier try has fetched. */
  readonly resumedBytes: number;
  /** Null where nobody knows. */
  readonly totalBytes: number | null;
}

export interface DownloadedFile {
  readonly sha256: string;
  readonly bytes: number;
}

const originSchema = z.object({ url: z.string(), etag: z.string().nullable() });
type Origin = z.infer<typeof originSchema>;

/**
 * Throws a `NearfirstError`, or the signal's reason. The part stays for a next try, except where its bytes are known to
 * be wrong. Whoever calls holds the model's lock: two would write into each other's part.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<DownloadedFile> {
  const { part, signal, onNotice, retryPauseMs = RETRY_PAUSE_MS } = options;
  let furthest = await sizeOf(part);
  for (let failures = 0; ; ) {
    try {
      return await fetchRest(options);
    } catch (thrown) {
      signal.throwIfAborted();
      const isBrokenOff = thrown instanceof NearfirstError && thrown.code === "download-interrupted";
      const size = await sizeOf(part);
      failures = size > furthest ? 1 : failures + 1;
      furthest = Math.max(furthest, size);
      if (!isBrokenOff || failures > MOST_RETRIES) throw thrown;
      onNotice("The transfer broke off; it goes on in a moment.");
      await delay(retryPauseMs * 2 ** (failures - 1), undefined, { signal });
    }
  }
}

/** Removes a part and what is known of it. */
export async function dropPart(part: string): Promise<void> {
  await Promise.all([rm(part, { force: true }), rm(originPath(part), { force: true })]);
}

async function fetchRest(options: DownloadFileOptions): Promise<DownloadedFile> {
  const { part, expected, beginsWith } = options;
  const handle = await open(part, constants.O_RDWR | constants.O_CREAT, 0o644).catch((thrown: unknown) => {
    throw faultOfWriting(thrown, part);
  });
  let place = options.url.host;
  let file: DownloadedFile;
  try {
    const state = await partState(handle, options);
    if (state.offset === 0 || state.offset !== options.bytes) {
      const reply = await ask(handle, state, options);
      place = reply.place;
      if (isComplete(state, reply)) reply.cancel();
      else await receive({ handle, state, reply, options });
    }
    file = { sha256: state.hash.digest("hex"), bytes: state.offset };
    await handle.sync().catch((thrown: unknown) => {
      throw faultOfWriting(thrown, part);
    });
  } catch (thrown) {
    // Nothing came: there is nothing to go on with.
    if ((await sizeOf(part)) === 0) await dropPart(part);
    throw thrown;
  } finally {
    await handle.close();
  }
  if (options.bytes !== null && file.bytes !== options.bytes) {
    await dropPart(part);
    throw otherLength(place, { found: file.bytes, expected: options.bytes });
  }
  if (file.bytes < beginsWith.text.length) {
    await dropPart(part);
    throw notTheFile(place, beginsWith.name);
  }
  if (expected !== null && file.sha256 !== expected.sha256) {
    await dropPart(part);
    throw otherHash({ place, found: file.sha256, expected: expected.sha256, by: expected.by });
  }
  return file;
}

interface PartState {
  offset: number;
  resumed: number;
  hash: Hash;
  origin: Origin | null;
}

/** What is here already and can be gone on with, hashed. */
async function partState(handle: FileHandle, options: DownloadFileOptions): Promise<PartState> {
  const { url, bytes, expected, signal } = options;
  const { size } = await handle.stat();
  const origin = await readOrigin(options.part);
  const state: PartState = { offset: 0, resumed: 0, hash: createHash("sha256"), origin: null };
  // Without a known hash, only the server can say that the rest belongs to the same file.
  const isSameFile = expected !== null || (origin !== null && origin.url === url.href && origin.etag !== null);
  if (size === 0) return state;
  if (!isSameFile || (bytes !== null && size > bytes)) {
    await handle.truncate(0);
    return state;
  }
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })) {
    signal.throwIfAborted();
    state.hash.update(piece as Buffer);
    state.offset += (piece as Buffer).length;
  }
  state.resumed = state.offset;
  state.origin = origin?.url === url.href ? origin : null;
  return state;
}

/** The reply from where the part ends, or from the start where the server does not go on. */
async function ask(handle: FileHandle, state: PartState, options: DownloadFileOptions): Promise<DownloadReply> {
  const { client, url, bytes, signal, part, onNotice } = options;
  let reply = await client.get(url, { signal, from: state.offset, ifRange: state.origin?.etag ?? null });
  const etag = state.origin?.etag ?? null;
  if (isComplete(state, reply)) return reply;
  const isOther = reply.from !== state.offset || (etag !== null && reply.etag !== null && reply.etag !== etag);
  if (state.offset > 0 && isOther) {
    onNotice("The server does not go on where the transfer ended, or has another file now: it begins anew.");
    await handle.truncate(0);
    Object.assign(state, { offset: 0, resumed: 0, hash: createHash("sha256") });
    if (reply.from !== 0) {
      reply.cancel();
      reply = await client.get(url, { signal });
    }
  }
  try {
    if (reply.from !== state.offset) throw notTheFile(reply.place, "the whole file");
    if (bytes !== null && reply.totalBytes !== null && reply.totalBytes !== bytes)
      throw otherLength(reply.place, { found: reply.totalBytes, expected: bytes });
    await checkRoom(dirname(part), (reply.totalBytes ?? bytes ?? 0) - state.offset);
    await writeFile(originPath(part), JSON.stringify({ url: url.href, etag: reply.etag })).catch((thrown: unknown) => {
      throw faultOfWriting(thrown, part);
    });
  } catch (thrown) {
    reply.cancel();
    throw thrown;
  }
  return reply;
}

/** The server has nothing after what is here, and says that the file is just as long. */
function isComplete({ offset }: PartState, { from, totalBytes }: DownloadReply): boolean {
  return offset > 0 && Number.isNaN(from) && totalBytes === offset;
}

interface Receiving {
  readonly handle: FileHandle;
  readonly state: PartState;
  readonly reply: DownloadReply;
  readonly options: DownloadFileOptions;
}

async function receive({ handle, state, reply, options }: Receiving): Promise<void> {
  const { bytes, part, beginsWith, onProgress } = options;
  const totalBytes = reply.totalBytes ?? bytes;
  let head = "";
  try {
    for await (const piece of reply.pieces()) {
      if (state.offset < beginsWith.text.length) {
        head += piece.toString("latin1", 0, beginsWith.text.length);
        if (!beginsWith.text.startsWith(head.slice(0, beginsWith.text.length))) {
          await dropPart(part);
          throw head.trimStart().startsWith("<") ? webPage(reply.place) : notTheFile(reply.place, beginsWith.name);
        }
      }
      if (totalBytes !== null && state.offset + piece.length > totalBytes) {
        await dropPart(part);
        throw otherLength(reply.place, { found: state.offset + piece.length, expected: totalBytes });
      }
      await writeAll(handle, piece, { position: state.offset, path: part });
      state.hash.update(piece);
      state.offset += piece.length;
      onProgress({ doneBytes: state.offset, resumedBytes: state.resumed, totalBytes });
    }
  } catch (thrown) {
    reply.cancel();
    throw thrown;
  }
  if (totalBytes !== null && state.offset < totalBytes)
    throw faultOfConnection(new Error("ended early"), reply.place, "transfer");
}

async function writeAll(
  handle: FileHandle,
  piece: Buffer,
  { position, path }: { readonly position: number; readonly path: string },
): Promise<void> {
  try {
    for (let written = 0; written < piece.length; )
      written += (await handle.write(piece, written, piece.length - written, position + written)).bytesWritten;
  } catch (thrown) {
    throw faultOfWriting(thrown, path);
  }
}

/** Throws `disk-full` where the folder's disk has no room for so many bytes more. */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  // Some file systems say nothing.
  if (disk === null || disk.blocks === 0) return;
  const free = disk.bavail * disk.bsize;
  const needed = bytes + SPARE_BYTES;
  if (free < needed) throw noRoom(folder, { needed, free });
}

function originPath(part: string): string {
  return `${part}.json`;
}

async function readOrigin(part: string): Promise<Origin | null> {
  try {
    return originSchema.parse(JSON.parse(await readFile(originPath(part), "utf8")));
  } catch {
    return null;
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
