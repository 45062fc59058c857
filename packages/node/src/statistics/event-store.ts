/** Keeps the statistics' events on disk: bounded, without code, and there after a kill. */
import { join } from "node:path";
import type { StatisticsEvent } from "@nearfirst/core";
import type { Settings } from "../config/settings.js";
import { Journal } from "../journal/journal.js";
import type { JournalRecord } from "../journal/journal-line.js";
import { readJournal } from "../journal/read-journal.js";
import { stateFolder } from "../state-folder.js";

export interface EventStoreOptions {
  readonly settings: Settings["statistics"];
  readonly folder?: string;
}

export function statisticsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(stateFolder(env), "statistics");
}

/** More events than this wait for a slow disk at most; further ones are left out. */
const MOST_WAITING = 1_000;

export class EventStore {
  readonly #journal: Journal | null;
  #waiting = 0;
  /** Events that could not be written. Statistics are worth no trouble: nobody is told otherwise. */
  lost = 0;

  constructor({ settings, folder = statisticsFolder() }: EventStoreOptions) {
    const { enabled, maxMegabytes } = settings;
    this.#journal = enabled ? new Journal({ folder, maxBytes: maxMegabytes * 1_000_000 }) : null;
  }

  /** Costs the caller next to nothing, and never fails. */
  record(event: StatisticsEvent): void {
    if (this.#journal === null) return;
    if (this.#waiting >= MOST_WAITING) {
      this.lost++;
      return;
    }
    this.#waiting++;
    this.#journal.append({ ...event }).then(
      () => this.#waiting--,
      () => {
        this.#waiting--;
        this.lost++;
      },
    );
  }

  /** Resolves when everything is written that can be. */
  async close(): Promise<void> {
    await this.#journal?.close();
  }
}

/** With the time at which it was recorded, ISO 8601, UTC. */
export type StoredEvent = StatisticsEvent & { readonly at: string };

export interface ReadEvents {
  /** By time. */
  readonly events: readonly StoredEvent[];
  /** When the first of them was, ISO 8601; null where there is none. */
  readonly from: string | null;
}

export async function readEvents(
  options: { readonly folder?: string; readonly since?: Date } = {},
): Promise<ReadEvents> {
  const { folder = statisticsFolder(), since } = options;
  const from = since?.toISOString() ?? "";
  const { records } = await readJournal(folder, (record) => record.at >= from && isEvent(record));
  return { events: records as unknown as readonly StoredEvent[], from: records[0]?.at ?? null };
}

/** The fields that the figures count by; what somebody else wrote there is passed over. */
function isEvent(record: JournalRecord): boolean {
  const { type, suggestionId, outcome, ms, keptShare, action, tokensReused, draftAccepted, large } = record;
  switch (type) {
    case "request":
      return (
        [ms, tokensReused, draftAccepted].every(Number.isFinite) && typeof outcome === "string" && isAttempt(large)
      );
    case "action":
      return typeof suggestionId === "string" && typeof action === "string";
    case "survival":
      return typeof suggestionId === "string" && Number.isFinite(keptShare);
    default:
      return false;
  }
}

function isAttempt(large: unknown): boolean {
  if (large === null) return true;
  if (typeof large !== "object") return false;
  const { reason, wasSent, draftAccepted } = large as Record<string, unknown>;
  return typeof reason === "string" && typeof wasSent === "boolean" && Number.isFinite(draftAccepted);
}
