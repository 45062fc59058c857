import type { DropReason, NearfirstError, Outcome, SkipReason, Stage, Suggestion, Trace } from "@nearfirst/core";
import type { DeclineReason } from "@nearfirst/node";
import type { RunFacts } from "./render-trace.js";

/** How a `nearfirst complete` ended: the pipeline's outcome, or why it did not run. */
export type CompleteResult =
  | Outcome
  | { readonly kind: "declined"; readonly reason: DeclineReason }
  | { readonly kind: "failed"; readonly stage: null; readonly error: NearfirstError };

/** What `--json` prints. Every key is always there; a change that breaks readers raises `version`. */
export interface OutcomeJson {
  readonly version: 1;
  readonly kind: "suggested" | "skipped" | "dropped" | "cancelled" | "failed";
  readonly reason: SkipReason | DropReason | DeclineReason | null;
  /** Stage in which a request was cancelled or failed; null where it never started. */
  readonly stage: Stage | null;
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** One-based, in UTF-16 units. */
  readonly column: number;
  /** UTF-16 units into the file's text, without a byte order mark; so are `suggestion.start` and `.end`. */
  readonly offset: number;
  readonly hasByteOrderMark: boolean;
  readonly languageId: string;
  readonly suggestion: Suggestion | null;
  readonly tier: "local" | "large" | null;
  readonly error: { readonly code: string; readonly message: string; readonly isRetryable: boolean } | null;
  readonly model: string | null;
  readonly index: RunFacts["index"] | null;
  readonly warnings: readonly string[];
  readonly trace: Trace | null;
}

export type OutcomePlace = Pick<
  OutcomeJson,
  "file" | "line" | "column" | "offset" | "hasByteOrderMark" | "languageId" | "warnings"
>;

export function outcomeJson(result: CompleteResult, place: OutcomePlace, facts: RunFacts | null): OutcomeJson {
  return {
    version: 1,
    kind: result.kind === "declined" ? "skipped" : result.kind,
    reason: "reason" in result ? result.reason : null,
    stage: "stage" in result ? result.stage : null,
    ...place,
    suggestion: result.kind === "suggested" ? result.suggestion : null,
    tier: result.kind === "suggested" ? result.tier : null,
    error: result.kind === "failed" ? errorJson(result.error) : null,
    model: facts?.modelName ?? null,
    index: facts?.index ?? null,
    trace: "trace" in result ? result.trace : null,
  };
}

function errorJson({ code, message, isRetryable }: NearfirstError): OutcomeJson["error"] {
  return { code, message, isRetryable };
}
