import type { Outcome } from "./types.js";

/** Skip or drop reason, the stage where it was cancelled, or the error's code; null for a suggestion. Holds no code. */
export function outcomeReason(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case "suggested":
      return null;
    case "skipped":
    case "dropped":
      return outcome.reason;
    case "cancelled":
      return outcome.stage;
    case "failed":
      return outcome.error.code;
  }
}
