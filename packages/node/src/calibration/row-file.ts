/**
 * Evaluated rows on disk, so that an interrupted run goes on where it ended: a JSON object a line, after a first line that
 * says what they were made with. They hold names, numbers and verdicts, no code.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { HoleInFile } from "./answer-hole.js";
import type { EvaluatedRow } from "./evaluated-row.js";
import { jsonOf, unreadable } from "./json-line.js";

const share = z.number().min(0).max(1);
const confidence = z.object({ tokens: z.int().min(1), geometricMean: share, arithmeticMean: share }).nullable();
const ms = z.number().nonnegative();

const storedRow = z.object({
  key: z.string(),
  task: z.string(),
  languageId: z.string(),
  facts: z.object({
    confidence,
    wholeConfidence: confidence,
    syntax: z.enum(["valid", "invalid", "unknown"]).nullable(),
    isBlank: z.boolean(),
  }),
  local: z.object({ isRight: z.boolean(), ms, firstTokensMs: ms }),
  large: z.object({ isRight: z.boolean(), ms }),
});

/** What rows must share to stand in one file: models, settings, version. */
export type RowsMadeWith = Readonly<Record<string, string | number | boolean>>;

/** Identifies a hole by all that the models are shown of it and by what they should write. */
export function keyOfHole({ uri, languageId, text, hole, stopMode }: HoleInFile): string {
  const identity = JSON.stringify([uri, languageId, hole.start, hole.end, stopMode, text]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 24);
}

/** Names rows of one kind, for a file that only these share. */
export function fingerprintOf(madeWith: RowsMadeWith): string {
  return createHash("sha256").update(JSON.stringify(madeWith)).digest("hex").slice(0, 16);
}

export class RowFile {
  readonly path: string;
  readonly #rows: Map<string, EvaluatedRow>;

  private constructor(path: string, rows: Map<string, EvaluatedRow>) {
    this.path = path;
    this.#rows = rows;
  }

  /** Throws `file-unreadable` where the file holds something else, or rows that were made with something else. */
  static open(path: string, madeWith: RowsMadeWith): RowFile {
    const first = JSON.stringify({ version: 1, madeWith });
    const [header = "", ...lines] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [first, ""];
    if (header !== first)
      throw unreadable(`The rows in ${path} were made with other models or settings, or are none. Name another file.`);
    // What stands after the last line break was cut off by a kill.
    const rows = new Map(lines.slice(0, -1).map((line, at) => rowOf(line, `${path}:${at + 2}`)));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const whole = [first, ...lines.slice(0, -1), ""].join("\n");
    writeFileSync(`${path}.new`, whole, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return new RowFile(path, rows);
  }

  get(key: string): EvaluatedRow | undefined {
    return this.#rows.get(key);
  }

  add(key: string, row: EvaluatedRow): void {
    appendFileSync(this.path, `${JSON.stringify({ key, ...row })}\n`);
    this.#rows.set(key, row);
  }
}

function rowOf(line: string, place: string): [string, EvaluatedRow] {
  const { data } = storedRow.safeParse(jsonOf(line));
  if (data === undefined) throw unreadable(`${place} is no row. Delete the file, or name another.`);
  const { key, ...row } = data;
  return [key, row];
}
