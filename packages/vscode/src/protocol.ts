/**
 * What `nearfirst lsp` and this extension say to each other beyond LSP: docs/lsp.md in Nearfirst's repository. Only the
 * fields that the extension uses. The extension shares no code with the server: they may be of different versions.
 */

export type Tier = "local" | "large";

/** `nearfirst/outcome`: how a request ended. Sent before its answer. Holds no code. */
export interface RequestOutcome {
  readonly uri: string;
  readonly kind: "suggested" | "skipped" | "dropped" | "cancelled" | "failed";
  readonly reason: string | null;
  readonly message: string | null;
  readonly tier: Tier | null;
  readonly source: "model" | "cache" | "typed-through" | "in-flight" | null;
  /** From the request's arrival at the server to its answer, in milliseconds. */
  readonly ms: number;
  /** Of these, the pause in typing; older servers do not say it. */
  readonly waitedMs?: number;
  /** Of these, inside the engine; older servers do not say it. */
  readonly engineMs?: number;
  readonly routing: { readonly decision: Tier; readonly reason: string } | null;
  readonly large: { readonly outcome: string; readonly reason: string; readonly sentBytes: number } | null;
  readonly suggestionId: string | null;
}

/** `nearfirst/status`: what the server has. Sent whenever it changes. Holds no code. */
export interface ServerStatus {
  readonly model: "loading" | "ready" | "failed";
  readonly modelName: string | null;
  readonly engine: "shared" | "own" | null;
  readonly largeTier: "none" | "ready" | "down";
  readonly largeName: string | null;
  readonly message: string | null;
}

/** `nearfirst/lastTrace`. Holds code. */
export interface LastTrace {
  readonly uri: string;
  readonly text: string;
}

export const OUTCOME = "nearfirst/outcome";
export const STATUS = "nearfirst/status";
export const LAST_TRACE = "nearfirst/lastTrace";
export const RELOAD = "nearfirst/reload";
export const PARTLY_ACCEPTED = "nearfirst/partlyAccepted";
export const REJECTED = "nearfirst/rejected";
