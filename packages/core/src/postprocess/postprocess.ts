import type { DropReason } from "../types.js";
import { dropBlank } from "./drop-blank.js";
import type { PostprocessRule, RuleContext } from "./rule.js";

/** In the order in which they run: each sees what the ones before it left. */
export const RULES: readonly PostprocessRule[] = [dropBlank];

export type Postprocessed = { readonly rules: readonly string[] } & (
  | { readonly text: string }
  | { readonly drop: DropReason }
);

/** Applies `rules` in order; `rules` of the result names those that changed the text. */
export function postprocess(
  answer: string,
  context: RuleContext,
  rules: readonly PostprocessRule[] = RULES,
): Postprocessed {
  let text = answer;
  const applied: string[] = [];
  for (const rule of rules) {
    const result = rule.apply(text, context);
    if ("drop" in result) return { drop: result.drop, rules: [...applied, rule.name] };
    if (result.text !== text) applied.push(rule.name);
    text = result.text;
  }
  return { text, rules: applied };
}
