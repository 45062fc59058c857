/** Messages between the main thread and the secret worker. Plain data. */
import type { FoundSecret } from "@nearfirst/core";

export interface ToSecretWorker {
  readonly id: number;
  readonly text: string;
}

export type FromSecretWorker =
  | { readonly type: "ready" }
  /** Null where a rule failed. */
  | { readonly type: "found"; readonly id: number; readonly found: readonly FoundSecret[] | null };
