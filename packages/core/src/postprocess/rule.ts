import type { CursorContext } from "../cursor/cursor-context.js";
import type { ModelProfile } from "../prompt/model-profile.js";
import type { DropReason, StopMode, StopReason } from "../types.js";

/** What a rule may look at besides the answer itself. */
export interface RuleContext {
  readonly cursor: CursorContext;
  readonly profile: ModelProfile;
  readonly stopMode: StopMode;
  /** Why generation ended: an answer that was cut off is judged differently from one that the model ended. */
  readonly stopReason: StopReason;
}

/** An answer on its way to the screen, with line breaks as `\n`; or the reason why nothing is shown. */
export type RuleResult = { readonly text: string } | { readonly drop: DropReason };

/** One repair. Pure; gives back the same text where it has nothing to do. */
export interface PostprocessRule {
  readonly name: string;
  readonly apply: (text: string, context: RuleContext) => RuleResult;
}

/** What is left of a trimmed answer; nothing but white space is not worth showing. */
export function remaining(text: string, reason: DropReason): RuleResult {
  return text.trim() === "" ? { drop: reason } : { text };
}

/** Generation was cut off, so that the last line may be unfinished. */
export function wasCutOff(reason: StopReason): boolean {
  return reason === "max-tokens" || reason === "context-full" || reason === "repetition";
}
