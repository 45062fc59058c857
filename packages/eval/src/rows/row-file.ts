/** Rows on disk: a JSON object a line after a first line that says what they were made with. Written as they come. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { NearfirstError } from "@nearfirst/core";
import type { z } from "zod";
import { lockRowFile } from "./row-file-lock.js";

/** A kind of such files: what the first line and the others hold. */
export interface RowFormat<Header, Row> {
  readonly header: z.ZodType<Header>;
  readonly row: z.ZodType<Row>;
  readonly keyOf: (row: Row) => string;
import { jsonOf, unreadable } from "@nearfirst/node";
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

export interface OpenRowsOptions<Header> {
  readonly header: Header;
  /** What of an existing file's header is another than in `header`, in words; null for nothing. */
  readonly differenceFrom: (old: Header) => string | null;
  /** Told, in a sentence, what was found amiss and mended. */
  readonly onNotice: (notice: string) => void;
}

/** Goes on with an existing file, or begins one. Throws `file-unreadable` where its rows were made with something else. */
export function openRows<Header, Row>(
  path: string,
  format: RowFormat<Header, Row>,
  { header, differenceFrom, onNotice }: OpenRowsOptions<Header>,
): RowStore<Row> {
  if (path.endsWith(".gz"))
    throw unreadable(`Rows are not added to a compressed file. Unpack ${path}, or name another.`);
  writing(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    lockRowFile(path);
  });
  const old = existsSync(path) ? readRows(path, format) : null;
  const difference = old === null ? null : differenceFrom(old.header);
  if (difference !== null) throw unreadable(`The rows in ${path} were made with ${difference}. ${format.otherwise}`);
  const known = new Map(old?.rows);
  writing(path, () => {
    if (old === null) writeFileSync(path, `${JSON.stringify(header)}\n`);
    else if (old.isCutOff) {
      truncateSync(path, old.wholeBytes);
      onNotice(`The last line of ${path} was cut off: its task is asked again.`);
    }
  });
  return {
    known,
    add(row) {
      writing(path, () => appendFileSync(path, `${JSON.stringify(row)}\n`));
      known.set(format.keyOf(row), row);
    },
  };
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
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "is not there" : `cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    throw unreadable(`${path} ${why}.`, cause);
  }
}
