import type { AfterLocalFacts } from "@nearfirst/core";

/** One model's answer to one task. */
export interface TierResult {
  /** By the evaluation's own measure: exact match, or its tests pass. */
  readonly isRight: boolean;
  /** From the question to the answer, in milliseconds, without the network. */
  readonly ms: number;
}

/** One task that both models answered. */
export interface EvaluatedRow {
  readonly task: string;
  /** LSP language identifier. */
  readonly languageId: string;
  /** What a policy sees of it; what depends on the user is added by the simulation. */
  readonly facts: Pick<AfterLocalFacts, "confidence" | "wholeConfidence" | "syntax" | "isBlank">;
  readonly local: TierResult & {
    /** Until the first tokens were there that confidence is about. */
    readonly firstTokensMs: number;
  };
  readonly large: TierResult;
}
