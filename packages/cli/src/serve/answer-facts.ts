/** Which tier answered, and why: in the headers of every completion, and in a field where the API leaves room for one. */
import { outcomeReason } from "@nearfirst/core";
import { z } from "zod";
import { Refusal } from "../http/refusal.js";
import type { CodeAnswer } from "./completions.js";

export const answerFacts = z.object({
  outcome: z
    .enum(["suggested", "skipped", "dropped", "cancelled", "failed", "declined"])
    .describe("How the request ended. All but `suggested` come with an empty text."),
  tier: z
    .enum(["local", "large", "none"])
    .describe("Who answered: the model on this machine, the large one, or nobody."),
  reason: z.string().describe("Why: of the routing policy for a suggestion, else what kept it from being shown."),
  source: z
    .enum(["model", "cache", "typed-through", "in-flight", "none"])
    .describe("Where the answer came from; only for `model` the local model ran for this request."),
});

export type AnswerFacts = z.infer<typeof answerFacts>;

export function factsOf({ outcome }: CodeAnswer): AnswerFacts {
  if (outcome.kind === "declined") return { outcome: "declined", tier: "none", reason: outcome.reason, source: "none" };
  const { routing, source } = outcome.trace;
  return {
    outcome: outcome.kind,
    tier: outcome.kind === "suggested" ? outcome.tier : "none",
    // What is typed through was routed before.
    reason: outcomeReason(outcome) ?? routing?.reason ?? "typed through",
    source: source ?? "none",
  };
}

export function headersOf(answer: CodeAnswer): Record<string, string> {
  const { outcome, tier, reason, source } = factsOf(answer);
  return {
    "x-nearfirst-outcome": outcome,
    "x-nearfirst-tier": tier,
    "x-nearfirst-reason": reason,
    "x-nearfirst-source": source,
  };
}

/** What failed is an error in every API; its headers say the same as an answer's. Throws a `Refusal`. */
export function refuseFailed(answer: CodeAnswer): void {
  if (answer.outcome.kind !== "failed") return;
  const { status, message, headers } = Refusal.from(answer.outcome.error);
  throw new Refusal(status, message, { ...headers, ...headersOf(answer) });
}
