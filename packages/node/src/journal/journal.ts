/**
 * An append-only journal of JSON lines that survives a kill and stays within a size. Each writer has files of its own, so
 * that several editors never mix their lines, and at most the last line of a file can be cut.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hashOfLine } from "./journal-line.js";
import { readSegment, segmentsIn } from "./read-journal.js";

export interface JournalOptions {
  readonly folder: string;
  /** Size of all files together; beyond it the oldest files go. */
  readonly maxBytes: number;
  readonly now?: () => Date;
}

/** A file is this part of the journal at most, so that what goes at once is little. */
const SEGMENTS = 8;
const LARGEST_SEGMENT_BYTES = 8_000_000;

/** Written where older files went: nothing is lost without a word. */
export const REMOVED = "removed";

interface Waiting {
  /** The record as JSON, without the hash of the line before it. */
  readonly json: string;
  readonly settle: (problem: unknown) => void;
}

interface Segment {
  readonly name: string;
  readonly handle: FileHandle;
  bytes: number;
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #segment: Segment | null = null;
  #hasWritten = false;
  #previous = "";
  /** When this writer's last file was started, in milliseconds. */
  #lastStart = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /**
   * Adds a record with `at` and `previous`. Costs the caller next to nothing; resolves once the operating system has the whole
   * line, so that the end of this process cannot lose it. Rejects with the system's error where it could not be written.
   */
  append(record: Readonly<Record<string, unknown>>): Promise<void> {
    const json = JSON.stringify({ at: this.#now().toISOString(), ...record });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ json, settle: (problem) => (problem === null ? resolve() : reject(problem)) });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Resolves when everything is written. The journal can go on afterwards, in a new file. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#endSegment();
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #writeAll(): Promise<void> {
    // Lets the caller go on, and takes what else it adds meanwhile along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const problem = await this.#write(batch.map(({ json }) => json)).then(
        () => null,
        async (thrown: unknown) => {
          // Half a line may be there: the next one begins in a new file.
          await this.#endSegment().catch(() => undefined);
          return thrown ?? new Error("the journal could not be written");
        },
      );
      for (const { settle } of batch) settle(problem);
    }
    this.#writing = null;
  }

  async #write(records: readonly string[]): Promise<void> {
    for (;;) {
      const segment = await this.#openSegment();
      await this.#appendTo(segment, records);
      // Another process made room meanwhile: what went with the file is written anew.
      const { nlink } = await segment.handle.stat();
      if (nlink > 0) return;
      await this.#endSegment();
      this.#previous = "";
    }
  }

  async #appendTo(segment: Segment, records: readonly string[]): Promise<void> {
    let text = "";
    let previous = this.#previous;
    for (const json of records) {
      const line = `${json.slice(0, -1)},"previous":"${previous}"}`;
      previous = hashOfLine(line);
      text += `${line}\n`;
    }
    await segment.handle.appendFile(text);
    segment.bytes += Buffer.byteLength(text);
    this.#previous = previous;
  }

  async #openSegment(): Promise<Segment> {
    const { folder, maxBytes } = this.#options;
    const limit = Math.min(LARGEST_SEGMENT_BYTES, Math.ceil(maxBytes / SEGMENTS));
    if (this.#segment !== null && this.#segment.bytes < limit) return this.#segment;
    await this.#endSegment();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const adopted = await this.#adopt(limit);
    if (adopted !== null) {
      this.#segment = adopted;
      return adopted;
    }
    // Files sort by their start: never two in a millisecond, nor back where the clock was set back.
    this.#lastStart = Math.max(this.#now().getTime(), this.#lastStart + 1);
    const name = ownName(new Date(this.#lastStart).toISOString().replaceAll(/[:.]/g, ""));
    this.#segment = { name, handle: await open(join(folder, name), "ax", 0o600), bytes: 0 };
    await this.#makeRoom(this.#segment, limit);
    return this.#segment;
  }

  /**
   * At this writer's start: goes on in the file of a process that has ended, so that a start more makes no file more. Null
   * where there is none that is whole and has room.
   */
  async #adopt(limit: number): Promise<Segment | null> {
    if (this.#hasWritten) return null;
    this.#hasWritten = true;
    const { folder } = this.#options;
    for (const { name, bytes } of (await segmentsIn(folder)).toReversed()) {
      const started = startOfEnded(name);
      if (started === null || bytes >= limit) continue;
      const { isCut, lastHash } = await readSegment(folder, name);
      if (isCut) continue;
      const newName = ownName(started);
      // Of two processes that try, one finds the file gone.
      const isMine = await rename(join(folder, name), join(folder, newName)).then(
        () => true,
        () => false,
      );
      if (!isMine) continue;
      this.#previous = lastHash;
      this.#lastStart = timeOf(started);
      return { name: newName, handle: await open(join(folder, newName), "a", 0o600), bytes };
    }
    return null;
  }

  /** Removes the oldest files until the journal, with this one full, is within its size; the new file says what went. */
  async #makeRoom(own: Segment, limit: number): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const segments = (await segmentsIn(folder)).filter(({ name }) => name !== own.name);
    let total = segments.reduce((sum, { bytes }) => sum + bytes, limit);
    for (const { name, bytes } of segments) {
      if (total <= maxBytes) break;
      total -= bytes;
      const { records, lastHash } = await readSegment(folder, name);
      await unlink(join(folder, name)).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code !== "ENOENT") throw thrown;
      });
      const [from, to] = [records[0]?.at ?? null, records.at(-1)?.at ?? null];
      const at = this.#now().toISOString();
      const note = { at, type: REMOVED, file: name, records: records.length, bytes, from, to, lastHash };
      await this.#appendTo(own, [JSON.stringify(note)]);
    }
  }

  async #endSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = null;
    await segment?.handle.close();
  }
}

const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, "")
  .slice(0, 32);

/** Sorts by `started`; says which process writes the file. */
function ownName(started: string): string {
  return `${started}-${HOST}-${process.pid}-${randomBytes(3).toString("hex")}.jsonl`;
}

/** The milliseconds of a start as a name has it: `2026-12-01T042829310Z`. */
function timeOf(started: string): number {
  const time = Date.parse(started.replace(/T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "T$1:$2:$3.$4Z"));
  return Number.isNaN(time) ? 0 : time;
}

/** When a file was started, if it is this machine's and its process has ended; else null. */
function startOfEnded(name: string): string | null {
  const [, started = "", host, pid] = /^([0-9TZ-]+)-([A-Za-z0-9]*)-(\d+)-[0-9a-f]{6}\.jsonl$/.exec(name) ?? [];
  if (pid === undefined || host !== HOST) return null;
  try {
    process.kill(Number(pid), 0);
    return null;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ESRCH" ? started : null;
  }
}
