/** One line of a journal: a record as JSON, and the hash of the line before it. */
import { createHash } from "node:crypto";

/** What a record holds beside its own fields. */
export interface JournalStamp {
  /** When it was made, ISO 8601 in UTC. */
  readonly at: string;
  /** Hash of the line before it, of the same writer; empty for the writer's first. */
  readonly previous: string;
}

export type JournalRecord = JournalStamp & Readonly<Record<string, unknown>>;

/** SHA-256 of a line without its line break, as hexadecimal digits. */
export function hashOfLine(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

/** Null for what is no record. */
export function parseLine(line: string): JournalRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return null;
    const { at, previous } = value as Partial<JournalStamp>;
    return typeof at === "string" && typeof previous === "string" ? (value as JournalRecord) : null;
  } catch {
    return null;
  }
}
