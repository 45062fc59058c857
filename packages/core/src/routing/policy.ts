/** Routing policies are pure: the same facts give the same decision (invariant 2 in ARCHITECTURE.md). */
import type { SyntaxVerdict } from "../syntax/verdict.js";
import type { Confidence, Tier, TriggerKind } from "../types.js";
import type { Rejection } from "../user-action.js";

/** What is known before the local model is asked. */
export interface BeforeLocalFacts {
  readonly trigger: TriggerKind;
  /** Of the file, as LSP names it. */
  readonly languageId: string;
  /**
   * How the developer refused what was last shown on this line (MCCom 3.2, "dynamic routing"); null where nothing was
   * refused, or where the large model was asked for it before.
   */
  readonly rejection: Rejection | null;
  /** A number in [0, 1) that belongs to the request, for policies that draw lots. */
  readonly lot: number;
}

/** What is known once the local model has generated its first tokens. */
export interface DuringLocalFacts extends BeforeLocalFacts {
  /** Of the first N tokens; null where the model generated none. */
  readonly confidence: Confidence | null;
}

/** What is known once the local answer is complete. */
export interface AfterLocalFacts extends DuringLocalFacts {
  /** Of all tokens. */
  readonly wholeConfidence: Confidence | null;
  /** Null where the policy did not ask for it (`usesSyntax`). */
  readonly syntax: SyntaxVerdict["kind"] | null;
  /** True where the answer holds nothing but white space. */
  readonly isBlank: boolean;
}

export interface RoutingDecision {
  readonly tier: Tier;
  /** In words, for the trace. */
  readonly reason: string;
  /** The score that was compared with the threshold; null where the policy has none. */
  readonly score: number | null;
}

/** Decides which model's answer is shown, at up to three points. Each point answers null to leave it to the next. */
export interface RoutingPolicy {
  readonly name: string;
  /** Whether `afterLocal` looks at the syntax of the answer. */
  readonly usesSyntax: boolean;
  /**
   * The large model gets the task alone, and nothing of the local answer as draft or second query: SynConfRoute's
   * Algorithm 1 knows neither. Otherwise what was refused or does not parse serves as both (MCCom 3.3, 3.4).
   */
  readonly asksWithTaskAlone?: true;
  /** What confidence is compared with, in [0, 1]; absent where there is no threshold, or more than one. */
  readonly thresholdFor?: (facts: BeforeLocalFacts) => number | null;
  readonly beforeLocal?: (facts: BeforeLocalFacts) => RoutingDecision | null;
  readonly duringLocal?: (facts: DuringLocalFacts) => RoutingDecision | null;
  readonly afterLocal: (facts: AfterLocalFacts) => RoutingDecision;
}
