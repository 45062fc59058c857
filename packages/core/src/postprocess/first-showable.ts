import type { DropReason, StopReason, Tier } from "../types.js";
import { type Postprocessed, postprocess } from "./postprocess.js";
import type { RuleContext } from "./rule.js";

/** One model's answer, as it came. */
export interface Candidate {
  readonly tier: Tier;
  readonly text: string;
  readonly stopReason: StopReason;
}

export interface ShowableOptions {
  readonly context: Omit<RuleContext, "stopReason">;
  /** Why a text must not be shown here; null where it may. */
  readonly reasonToHide: (text: string, tier: Tier) => DropReason | null;
}

export type Showable = Postprocessed & Pick<Candidate, "tier">;

/** The first of the answers, the best one first, of which something is left to show; else why the last has nothing. */
export function firstShowable(candidates: readonly [Candidate, ...Candidate[]], options: ShowableOptions): Showable {
  const [first, ...others] = candidates;
  const result = showable(first, options);
  const [next, ...rest] = others;
  return "drop" in result && next !== undefined ? firstShowable([next, ...rest], options) : result;
}

function showable({ tier, text, stopReason }: Candidate, { context, reasonToHide }: ShowableOptions): Showable {
  const result = postprocess(text, { ...context, stopReason });
  const drop = "drop" in result ? null : reasonToHide(result.text, tier);
  return drop === null ? { ...result, tier } : { drop, rules: result.rules, tier };
}
