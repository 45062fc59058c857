/** Rows on disk: a JSON object a line after a first line that says what they were made with. Written as they come. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { NearfirstError } from "@nearfirst/core";
import { jsonOf, unreadable } from "@nearfirst/node";
import type { z } from "zod";
import { lockRowFile } from "./row-file-lock.js";

/** A kind of such files: what the first line and the others hold. */
export interface RowFormat<Header, Row> {
  readonly header: z.ZodType<Header>;
  readonly row: z.ZodType<Row>;
  readonly keyOf: (row: Row) => string;
  /** What to do where a file of that name holds something else, in a sentence. */
  readonly otherwise: string;
}

export interface RowsContent<Header, Row> {
  readonly header: Header;
  /** By key, in the order of the file. */
  readonly rows: ReadonlyMap<string, Row>;
  /** True where a kill has cut off the last line, which is left out. */
  readonly isCutOff: boolean;
  /** Length of what is whole. */
  readonly wholeBytes: number;
}

/** Of a plain or compressed (`.gz`) file. Throws `file-unreadable`: no rows, a broken line, one row twice. */
export function readRows<Header, Row>(path: string, format: RowFormat<Header, Row>): RowsContent<Header, Row> {
  const content = contentOf(path);
  const end = content.lastIndexOf("\n") + 1;
  const [first = "", ...lines] = content.slice(0, end).split("\n").slice(0, -1);
  const header = format.header.safeParse(jsonOf(first)).data;
  if (header === undefined) throw unreadable(`${path} holds no rows of this kind. ${format.otherwise}`);
  const rows = new Map<string, Row>();
  for (const [at, line] of lines.entries()) {
    const { data, error } = format.row.safeParse(jsonOf(line));
    const field = error?.issues[0]?.path.join(".");
    if (data === undefined)
      throw unreadable(
        `${path}:${at + 2} is no row${field ? ` ("${field}")` : ""}. Take the line out, and its task is asked again.`,
      );
    const key = format.keyOf(data);
    if (rows.has(key))
      throw unreadable(`${path}:${at + 2} has a task that stands there before: ${key}. Take one of both out.`);
    rows.set(key, data);
  }
  return { header, rows, isCutOff: end < content.length, wholeBytes: Buffer.byteLength(content.slice(0, end)) };
}

/** A file that rows are added to. */
export interface RowStore<Row> {
  readonly known: ReadonlyMap<string, Row>;
  /** Throws `file-unwritable`; what was added before stays. */
  add(row: Row): void;
}

export interface RowsOnDisk<Row> extends RowStore<Row> {
  /** Where they lie now. */
  readonly path: string;
}

export interface OpenRowsOptions<Header> {
  readonly header: Header;
  /** What of an existing file's header is another than in `header`, in words; null for nothing. */
  readonly differenceFrom: (old: Header) => string | null;
  /**
   * Where the file is not there but lies compressed (`.gz`) in its place: go on with that, which the first new row unpacks. One
   * that was made with something else stays as it is, beside a new file, which comes before it.
   */
  readonly goesOnWithPacked?: boolean;
  /** Told, in a sentence, what was found amiss and mended. */
  readonly onNotice: (notice: string) => void;
}

/** Goes on with an existing file, or begins one. Throws `file-unreadable` where its rows were made with something else. */
export function openRows<Header, Row>(
  path: string,
  format: RowFormat<Header, Row>,
  { header, differenceFrom, goesOnWithPacked = false, onNotice }: OpenRowsOptions<Header>,
): RowsOnDisk<Row> {
  if (path.endsWith(".gz"))
    throw unreadable(`Rows are not added to a compressed file. Unpack ${path}, or name another.`);
  writing(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    lockRowFile(path);
  });
  const first = `${JSON.stringify(header)}\n`;
  const isThere = existsSync(path) && !isHardlyBegun(path, first);
  const packed = `${path}.gz`;
  let isPacked = goesOnWithPacked && !isThere && existsSync(packed);
  let old = isThere ? readRows(path, format) : isPacked ? readRows(packed, format) : null;
  const difference = old === null ? null : differenceFrom(old.header);
  if (difference !== null) {
    const madeWith = `The rows in ${isPacked ? packed : path} were made with ${difference}.`;
    if (!isPacked) throw unreadable(`${madeWith} ${format.otherwise}`);
    onNotice(`${madeWith} They stay there, and new ones are written to ${path}.`);
    isPacked = false;
    old = null;
  }
  const known = new Map(old?.rows);
  if (old === null) writing(path, () => writeFileSync(path, first));
  if (isThere && old?.isCutOff) {
    writing(path, () => truncateSync(path, old.wholeBytes));
    onNotice(`The last line of ${path} was cut off: its task is asked again.`);
  }
  return {
    known,
    get path() {
      return isPacked ? packed : path;
    },
    add(row) {
      writing(path, () => {
        if (isPacked) unpack(packed, path);
        isPacked = false;
        appendWhole(path, `${JSON.stringify(row)}\n`);
      });
      known.set(format.keyOf(row), row);
    },
  };
}

/** Whether nothing is there but a part of the first line, as a full disk or a kill leaves it. */
function isHardlyBegun(path: string, first: string): boolean {
  const bytes = Buffer.from(first);
  const { size } = statSync(path);
  return size < bytes.length && bytesOf(path).equals(bytes.subarray(0, size));
}

/** All of the whole lines at once, or none: from then on the rows beside it count no more. */
function unpack(packed: string, path: string): void {
  const content = contentOf(packed);
  writeFileSync(`${path}.part`, content.slice(0, content.lastIndexOf("\n") + 1));
  renameSync(`${path}.part`, path);
}

/** All of the line or nothing: a part of it, left by a full disk, would break the next one, which may be short enough to fit. */
function appendWhole(path: string, line: string): void {
  const { size } = statSync(path);
  try {
    appendFileSync(path, line);
  } catch (thrown) {
    truncateSync(path, size);
    throw thrown;
  }
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (cause instanceof NearfirstError) throw cause;
    const detail = cause instanceof Error ? cause.message : `${cause}`;
    throw new NearfirstError({
      code: "file-unwritable",
      message: `${path} cannot be written to: ${detail}. What is in it stays; the same command goes on from there.`,
      cause,
    });
  }
}

function contentOf(path: string): string {
  return bytesOf(path).toString("utf8");
}

/** Unpacked. */
function bytesOf(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "is not there" : `cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    throw unreadable(`${path} ${why}.`, cause);
  }
}
