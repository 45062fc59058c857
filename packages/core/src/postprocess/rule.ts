import type { CursorContext } from "../cursor/cursor-context.js";
import type { ModelProfile } from "../prompt/model-profile.js";
import type { DropReason, StopMode } from "../types.js";

/** What a rule may look at besides the answer itself. */
export interface RuleContext {
  readonly cursor: CursorContext;
  readonly profile: ModelProfile;
  readonly stopMode: StopMode;
}

/** An answer on its way to the screen, with line breaks as `\n`; or the reason why nothing is shown. */
export type RuleResult = { readonly text: string } | { readonly drop: DropReason };

/** One repair. Pure; gives back the same text where it has nothing to do. */
export interface PostprocessRule {
  readonly name: string;
  readonly apply: (text: string, context: RuleContext) => RuleResult;
}
