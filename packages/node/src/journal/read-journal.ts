/** Reads a journal's files, whatever state a kill left them in, and says whether anything was changed afterwards. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readTextFile } from "../read-text-file.js";
import { hashOfLine, type JournalRecord, parseLine } from "./journal-line.js";

export interface SegmentFile {
  readonly name: string;
  readonly bytes: number;
}

export interface Segment {
  readonly records: readonly JournalRecord[];
  /** `previous` of the first line; null where there is none. */
  readonly firstPrevious: string | null;
  /** Hash of the last whole line; empty where there is none. */
  readonly lastHash: string;
  /** The file ends in the middle of a line, which is left out. */
  readonly isCut: boolean;
  /** One-based numbers of lines that are no records or do not follow from the line before. */
  readonly wrongLines: readonly number[];
}

export interface ReadJournal {
  /** By time. */
  readonly records: readonly JournalRecord[];
  /** What is not as it was written, in sentences. */
  readonly problems: readonly string[];
  /** Files whose last line a kill has cut off. */
  readonly cutFiles: number;
}

/** More than a journal makes a file; larger ones are no journal's. */
const LARGEST_FILE_BYTES = 64_000_000;

/** The files of a journal, oldest first; none where there is no such folder. */
export async function segmentsIn(folder: string): Promise<readonly SegmentFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".jsonl")).sort();
  const found = await Promise.all(
    files.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => null);
      return stats === null ? [] : [{ name, bytes: stats.size }];
    }),
  );
  return found.flat();
}

/** A file that is gone or cannot be read is empty and not cut. */
export async function readSegment(folder: string, name: string): Promise<Segment> {
  const text = await readTextFile(join(folder, name), LARGEST_FILE_BYTES).catch(() => "");
  const lines = text.split("\n");
  const isCut = lines.pop() !== "";
  const records: JournalRecord[] = [];
  const wrongLines: number[] = [];
  let firstPrevious: string | null = null;
  let lastHash = "";
  for (const [at, line] of lines.entries()) {
    const record = parseLine(line);
    if (record === null || (at > 0 && record.previous !== lastHash)) wrongLines.push(at + 1);
    if (record !== null) records.push(record);
    if (at === 0) firstPrevious = record?.previous ?? null;
    lastHash = hashOfLine(line);
  }
  return { records, firstPrevious, lastHash, isCut, wrongLines };
}

/** Files may be renamed while they are read: then once more, but not for ever. */
const MOST_TRIES = 5;

/** All records that `isWanted`. Rejects for nothing that stands in the files. */
export async function readJournal(
  folder: string,
  isWanted: (record: JournalRecord) => boolean = () => true,
): Promise<ReadJournal> {
  for (let tried = 1; ; tried++) {
    const before = await segmentsIn(folder);
    const read = await readFiles(folder, before, isWanted);
    const names = new Set((await segmentsIn(folder)).map(({ name }) => name));
    if (tried === MOST_TRIES || before.every(({ name }) => names.has(name))) return read;
  }
}

async function readFiles(
  folder: string,
  files: readonly SegmentFile[],
  isWanted: (record: JournalRecord) => boolean,
): Promise<ReadJournal> {
  const records: JournalRecord[] = [];
  const problems: string[] = [];
  /** Hashes that a file may go on from: those of other files' last lines, also of files that were removed. */
  const ends = new Set<string>();
  const begins: { readonly name: string; readonly previous: string }[] = [];
  let cutFiles = 0;
  for (const { name } of files) {
    const segment = await readSegment(folder, name);
    if (segment.isCut) cutFiles++;
    if (segment.wrongLines.length > 0)
      problems.push(
        `${name} was changed after it was written: line ${segment.wrongLines.join(", ")} is not as it was.`,
      );
    ends.add(segment.lastHash);
    if (segment.firstPrevious !== null && segment.firstPrevious !== "")
      begins.push({ name, previous: segment.firstPrevious });
    for (const record of segment.records) {
      if (typeof record["lastHash"] === "string") ends.add(record["lastHash"]);
      if (isWanted(record)) records.push(record);
    }
  }
  for (const { name, previous } of begins)
    if (!ends.has(previous)) problems.push(`The file before ${name} is missing or its end was changed.`);
  records.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { records, problems, cutFiles };
}
