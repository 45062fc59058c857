/** The record of everything that left this machine, written before it leaves. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Departure, type DepartureLog, NearfirstError, type ReleaseRecord } from "@nearfirst/core";
import type { Settings } from "../config/settings.js";
import { Journal } from "../journal/journal.js";
import { stateFolder } from "../state-folder.js";

/** One request to a large model. Names, sizes and hashes; no code, unless the user asked for it. */
export interface AuditEntry {
  readonly type: "sent";
  /** Host and port, and the model: never a key. */
  readonly to: string;
  /** The file at the cursor, relative to the workspace. */
  readonly path: string;
  /** The files of the snippets, likewise. */
  readonly snippetPaths: readonly string[];
  /** Of the request's body. */
  readonly bytes: number;
  /** SHA-256 of the body, as hexadecimal digits: shows later whether a given text was the one that left. */
  readonly sha256: string;
  /** Why a large model was asked. */
  readonly reason: string;
  readonly redactions: ReleaseRecord["redactions"];
  readonly keptSnippets: ReleaseRecord["keptSnippets"];
  readonly draftKept: ReleaseRecord["draftKept"];
  /** The body itself, where `privacy.audit.content` asks for it. */
  readonly content?: string;
}

export interface AuditLogOptions {
  readonly settings: Settings["privacy"]["audit"];
  readonly folder?: string;
}

export function auditFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(stateFolder(env), "audit");
}

export class AuditLog implements DepartureLog {
  readonly #journal: Journal;
  readonly #keepsContent: boolean;

  constructor({ settings, folder = auditFolder() }: AuditLogOptions) {
    this.#journal = new Journal({ folder, maxBytes: settings.maxMegabytes * 1_000_000 });
    this.#keepsContent = settings.content;
  }

  async record({ to, prompt, body, reason, record }: Departure): Promise<{ readonly bytes: number }> {
    const entry: AuditEntry = {
      type: "sent",
      to,
      path: prompt.path,
      snippetPaths: [...new Set(prompt.snippets.map(({ path }) => path))],
      bytes: Buffer.byteLength(body),
      sha256: createHash("sha256").update(body).digest("hex"),
      reason,
      ...record,
      ...(this.#keepsContent ? { content: body } : {}),
    };
    try {
      await this.#journal.append({ ...entry });
      return { bytes: entry.bytes };
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
      throw new NearfirstError({
        code: "audit-unwritable",
        message: `The audit log cannot be written${code}, so nothing was sent. Make room or set XDG_STATE_HOME to a folder that can be written to.`,
        isRetryable: true,
        cause,
      });
    }
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
