/** How a request ended, in words for people. */
import type { CompletionReport } from "./wire.js";

/** Two or three words for a list. */
export function shortOutcome({ outcome, tier, trace }: CompletionReport): string {
  if (outcome !== "suggested") return OUTCOMES[outcome];
  if (trace?.source === "typed-through") return "typed through";
  if (trace?.source === "cache") return "from the cache";
  return tier === "large" ? "large model" : "local model";
}

const OUTCOMES: Readonly<Record<Exclude<CompletionReport["outcome"], "suggested">, string>> = {
  skipped: "not asked",
  dropped: "nothing shown",
  cancelled: "cancelled",
  failed: "failed",
  declined: "switched off",
};

/** One sentence. */
export function outcomeSentence({ outcome, tier, trace }: CompletionReport): string {
  switch (outcome) {
    case "suggested":
      return SENTENCES[trace?.source ?? "model"](tier === "large" ? "large" : "local");
    case "skipped":
      return "No suggestion was wanted here.";
    case "dropped":
      return "There was an answer, and it is not shown.";
    case "cancelled":
      return "The request was cancelled: you went on typing.";
    case "failed":
      return "The request failed.";
    case "declined":
      return "The settings want no suggestion here.";
  }
}

const SENTENCES: Readonly<
  Record<"model" | "cache" | "typed-through" | "in-flight", (tier: "local" | "large") => string>
> = {
  model: (tier) => `Suggested by the ${tier} model.`,
  cache: (tier) => `Suggested from the cache: the ${tier} model answered here before.`,
  "typed-through": () => "You typed what was suggested: the rest stands, and no model was asked.",
  "in-flight": () => "An answer that was already in the making still fits.",
};

/** Of the large model's part in a request. */
export const LARGE_OUTCOMES = {
  answered: "It answered in time.",
  late: "It did not answer before the deadline.",
  outdated: "Its answer no longer fitted what you had typed.",
  pending: "The request ended before it answered.",
  withheld: "Nothing was sent: the rules for what may leave held it back.",
  "holds-placeholder": "Its answer held the stand-in of a secret and is not shown.",
  failed: "It could not be asked, or failed.",
} as const;

/** Why there is nothing, to be read out. */
export function explanationOf(report: CompletionReport): string {
  return report.explanation ?? outcomeSentence(report);
}
