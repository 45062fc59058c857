/** What the daemon tells the page, and the page the daemon: types alone, which the page imports too. */
import type { ReleaseRecord, Snippet, Trace } from "@nearfirst/core";
import type { StatisticsReport, StoredCalibration } from "@nearfirst/node";

export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  /** LSP language identifier. */
  readonly languageId: string;
}

/** `GET /page/project` */
export interface Project {
  readonly version: string;
  readonly name: string;
  readonly files: readonly ProjectFile[];
  /** There are more files than are listed. */
  readonly isCut: boolean;
  /** False for the example projects while the daemon has another workspace or none: no other file gives context then. */
  readonly isWorkspace: boolean;
  readonly model: { readonly name: string; readonly languages: readonly string[]; readonly contextTokens: number };
  /** Host and port, and the model; null where none is configured. */
  readonly large: string | null;
  readonly policy: string;
  readonly automatic: boolean;
  readonly delayMs: number;
}

/** `GET /page/file?path=` */
export interface FileText {
  readonly text: string;
}

/** `POST /page/completions` */
export interface AskedCompletion {
  /** Chosen by the page, so that it can ask later what became of a request that it did not wait for. */
  readonly id: string;
  /** Of the tab: its requests are one session. */
  readonly tab: string;
  readonly path: string;
  readonly languageId: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly trigger: "automatic" | "explicit";
}

export interface FoundSnippets {
  /** `second`: searched again for the large model, with the local answer as a second query (MCCom Eq. 1). */
  readonly query: "first" | "second";
  /** Best first. */
  readonly snippets: readonly Snippet[];
}

/** Where the parser stopped, in the file with the answer in it. */
export interface SyntaxPlace {
  /** One-based; the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** That line. */
  readonly code: string;
}

/** One body that left the machine, and what was done to it before. */
export interface SentBody extends ReleaseRecord {
  readonly to: string;
  readonly body: string;
  readonly bytes: number;
  readonly reason: string;
}

/**
 * `POST /page/completions`; and, as far as they have ended, those of `GET /page/reports?ids=`: what is found and sent may come
 * later than the answer, as a question to the large model outlives its request.
 */
export interface CompletionReport {
  readonly id: string;
  readonly found: readonly FoundSnippets[];
  readonly sent: readonly SentBody[];
  /** What an earlier request of this tab had sent, where this one waited for its answer and sent nothing. */
  readonly sentBefore: readonly SentBody[];
  /** By it the daemon is told what became of the suggestion; null where there is none. */
  readonly suggestionId: string | null;
  /** To insert at the cursor; empty for no suggestion. */
  readonly text: string;
  readonly outcome: "suggested" | "skipped" | "dropped" | "cancelled" | "failed" | "declined";
  readonly tier: "local" | "large" | "none";
  readonly reason: string;
  /** Why there is no suggestion and what to do, in sentences; null for a suggestion. */
  readonly explanation: string | null;
  /** Null where the settings want no suggestion in this file. */
  readonly trace: Trace | null;
  readonly syntaxPlace: SyntaxPlace | null;
}

/** `POST /page/events` */
export interface ToldEvent {
  readonly suggestionId: string;
  readonly action: "shown" | "accepted" | "dismissed";
}

/** `GET /page/statistics?days=` */
export type DashboardStatistics = StatisticsReport;

/** `GET /page/calibration` */
export interface CalibrationState {
  readonly calibration: StoredCalibration | null;
  /** Why it does not count now, in words; null where it does, or where there is none. */
  readonly doubt: string | null;
}
