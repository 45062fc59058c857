/** What the audit log says. */
import { REMOVED } from "../journal/journal.js";
import type { JournalRecord } from "../journal/journal-line.js";
import { readJournal } from "../journal/read-journal.js";
import { type AuditEntry, auditFolder } from "./audit-log.js";

export interface AuditQuery {
  readonly folder?: string;
  /** Only from then on. */
  readonly since?: Date;
  /** Only to destinations that contain this text. */
  readonly whereTo?: string;
}

export interface Audited extends AuditEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Entries that made room for newer ones. */
export interface RemovedEntries {
  readonly at: string;
  readonly records: number;
  readonly bytes: number;
  readonly from: string | null;
  readonly to: string | null;
}

export interface AuditTotals {
  readonly requests: number;
  readonly bytes: number;
  readonly files: number;
  readonly redactions: number;
  readonly destinations: readonly { readonly to: string; readonly requests: number; readonly bytes: number }[];
}

export interface Audit {
  /** By time. */
  readonly entries: readonly Audited[];
  readonly totals: AuditTotals;
  readonly removed: readonly RemovedEntries[];
  /** What is not as it was written, in sentences; a changed log has some. */
  readonly problems: readonly string[];
  /** Entries that were being written when a process was killed: what they tell of may not have left. */
  readonly cutEntries: number;
}

export async function readAudit({ folder = auditFolder(), since, whereTo }: AuditQuery = {}): Promise<Audit> {
  const { records, problems, cutFiles } = await readJournal(
    folder,
    ({ at }) => since === undefined || at >= since.toISOString(),
  );
  const entries = records.filter(isEntry).filter(({ to }) => whereTo === undefined || to.includes(whereTo));
  const removed = records.filter((record) => record["type"] === REMOVED) as unknown as RemovedEntries[];
  return { entries, totals: totalsOf(entries), removed, problems, cutEntries: cutFiles };
}

function isEntry(record: JournalRecord): record is JournalRecord & Audited {
  return record["type"] === "sent" && typeof record["to"] === "string" && typeof record["bytes"] === "number";
}

function totalsOf(entries: readonly Audited[]): AuditTotals {
  const destinations = new Map<string, { to: string; requests: number; bytes: number }>();
  const files = new Set<string>();
  let [bytes, redactions] = [0, 0];
  for (const entry of entries) {
    const known = destinations.get(entry.to) ?? { to: entry.to, requests: 0, bytes: 0 };
    destinations.set(entry.to, { ...known, requests: known.requests + 1, bytes: known.bytes + entry.bytes });
    bytes += entry.bytes;
    for (const count of Object.values(entry.redactions)) redactions += count;
    for (const path of [entry.path, ...entry.snippetPaths]) files.add(path);
  }
  const byBytes = [...destinations.values()].sort((one, other) => other.bytes - one.bytes);
  return { requests: entries.length, bytes, files: files.size, redactions, destinations: byBytes };
}
