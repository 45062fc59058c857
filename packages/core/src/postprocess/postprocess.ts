import type { DropReason } from "../types.js";
import { answerLength } from "./answer-length.js";
import { brokenText } from "./broken-text.js";
import { chatIndentation } from "./chat-indentation.js";
import { dropBlank } from "./drop-blank.js";
import { firstLineIndentation } from "./first-line-indentation.js";
import { followingLinesIndentation } from "./following-lines-indentation.js";
import { indentationStyle } from "./indentation-style.js";
import { leakedTokens } from "./leaked-tokens.js";
import { lineBreaks } from "./line-breaks.js";
import { missingBrackets } from "./missing-brackets.js";
import { missingQuotes } from "./missing-quotes.js";
import { repeatedPrefix } from "./repeated-prefix.js";
import { repeatedSuffix } from "./repeated-suffix.js";
import { repetition } from "./repetition.js";
import type { PostprocessRule, RuleContext } from "./rule.js";
import { surplusBrackets } from "./surplus-brackets.js";
import { surplusQuotes } from "./surplus-quotes.js";
import { unfinishedEnd } from "./unfinished-end.js";

/** In the order in which they run: each sees what the ones before it left. */
export const RULES: readonly PostprocessRule[] = [
  answerLength,
  lineBreaks,
  brokenText,
  leakedTokens,
  chatIndentation,
  repeatedPrefix,
  repeatedSuffix,
  indentationStyle,
  firstLineIndentation,
  followingLinesIndentation,
  repetition,
  unfinishedEnd,
  surplusQuotes,
  surplusBrackets,
  missingQuotes,
  missingBrackets,
  dropBlank,
];

/** An answer that still changes after so many rounds is no code. */
const MAX_ROUNDS = 8;

export type Postprocessed = { readonly rules: readonly string[] } & (
  | { readonly text: string }
  | { readonly drop: DropReason }
);

/**
 * Applies `rules` in order until none changes the text; `rules` of the result names those that did, each once.
 * What comes out comes out of a second run unchanged.
 */
export function postprocess(
  answer: string,
  context: RuleContext,
  rules: readonly PostprocessRule[] = RULES,
): Postprocessed {
  let text = answer;
  const applied = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = text;
    for (const rule of rules) {
      const result = rule.apply(text, context);
      if ("drop" in result) return { drop: result.drop, rules: [...applied.add(rule.name)] };
      if (result.text !== text) applied.add(rule.name);
      text = result.text;
    }
    if (text === before) return { text, rules: [...applied] };
  }
  return { drop: "repetition", rules: [...applied] };
}
