/** What the status bar says: a pure function of what is known. */
import type { RequestOutcome, ServerStatus } from "./protocol.js";
import { OWN_REASONS, type OwnReason, textOfReason } from "./reasons.js";

export interface StatusFacts {
  /** Why nothing is asked for the file in front; null where the server is asked. */
  readonly ownReason: OwnReason | null;
  /** What happened to the server, for `server-stopped` and `no-server`; null otherwise. */
  readonly serverMessage: string | null;
  /** For `snoozed`: minutes left, at least 1. */
  readonly minutesLeft: number | null;
  readonly status: ServerStatus | null;
  /** The last request's end in the file in front; null before the first. */
  readonly outcome: RequestOutcome | null;
  /** Where the running nearfirst comes from, in words; null while none runs. */
  readonly origin: string | null;
  readonly version: string | null;
}

export interface StatusView {
  /** With codicons, as `$(server) large`. */
  readonly text: string;
  readonly severity: "normal" | "warning" | "error";
  /** Paragraphs of plain text. */
  readonly lines: readonly string[];
}

export function statusView(facts: StatusFacts): StatusView {
  const { icon, word, severity } = glance(facts);
  return {
    text: word === null ? `$(${icon}) Nearfirst` : `$(${icon}) Nearfirst: ${word}`,
    severity,
    lines: [explanation(facts), modelLine(facts), largeLine(facts), originLine(facts)].filter((line) => line !== null),
  };
}

/** Why there is a suggestion, or none. */
export function explanation({ ownReason, serverMessage, minutesLeft, status, outcome }: StatusFacts): string {
  if (ownReason === "snoozed" && minutesLeft !== null)
    return `${OWN_REASONS.snoozed.sentence} ${minutesLeft === 1 ? "One minute is left." : `${minutesLeft} minutes are left.`}`;
  if (ownReason !== null) return serverMessage ?? OWN_REASONS[ownReason].sentence;
  if (status?.model === "failed")
    return status.message ?? "The model cannot be loaded. “Run Doctor” looks for the cause.";
  if (status?.model === "loading") return "The model is being loaded; suggestions follow in a moment.";
  if (outcome === null) return "Nothing was asked in this file yet: suggestions come while you type.";
  if (outcome.kind === "suggested") return `The last suggestion here ${sourceOf(outcome)}.`;
  return `No suggestion here: ${textOfReason(outcome.kind, outcome.reason, outcome.message).sentence}`;
}

interface Glance {
  readonly icon: string;
  readonly word: string | null;
  readonly severity: StatusView["severity"];
}

function glance({ ownReason, minutesLeft, status, outcome }: StatusFacts): Glance {
  const quiet = (icon: string, word: string | null): Glance => ({ icon, word, severity: "normal" });
  if (ownReason === "no-server" || ownReason === "server-stopped")
    return { icon: "error", word: OWN_REASONS[ownReason].short, severity: "error" };
  if (ownReason === "server-starting") return quiet("loading~spin", OWN_REASONS[ownReason].short);
  if (ownReason === "snoozed") return quiet("debug-pause", `snoozed, ${minutesLeft ?? 0} min`);
  if (ownReason !== null) return quiet("circle-slash", OWN_REASONS[ownReason].short);
  if (status?.model === "failed") return { icon: "error", word: "no model", severity: "error" };
  if (status?.model === "loading") return quiet("loading~spin", "loading");
  if (outcome?.kind === "failed") return { icon: "warning", word: "failed", severity: "warning" };
  if (status?.largeTier === "down") return { icon: "warning", word: "large model down", severity: "warning" };
  if (outcome === null) return quiet("device-desktop", null);
  if (outcome.kind === "suggested")
    return outcome.tier === "large" ? quiet("server", "large") : quiet("device-desktop", "local");
  return quiet("circle-slash", textOfReason(outcome.kind, outcome.reason, outcome.message).short);
}

function sourceOf({ tier, source, large }: RequestOutcome): string {
  if (source === "typed-through") return "is the one that you are typing: no model was asked again";
  if (source === "cache") return `was given at this place before, by the ${tier} model`;
  if (tier === "large") return `came from the large model${large === null ? "" : ` (${large.reason})`}`;
  return "came from the local model";
}

function modelLine({ status }: StatusFacts): string | null {
  if (status === null || status.modelName === null) return null;
  const shared = status.engine === "shared" ? ", shared with your other editors" : "";
  return `Local model: ${status.modelName}${shared}`;
}

function largeLine({ status }: StatusFacts): string | null {
  if (status === null || status.model === "loading") return null;
  if (status.largeTier === "none") return "Large model: none; no code leaves this machine.";
  const name = status.largeName ?? "configured";
  if (status.largeTier === "ready") return `Large model: ${name}`;
  return `Large model down: ${name}. ${status.message ?? ""} The local model goes on alone.`.replace(". .", ".");
}

function originLine({ origin, version }: StatusFacts): string | null {
  return origin === null ? null : `Running: ${version === null ? "" : `nearfirst ${version}, `}${origin}`;
}
