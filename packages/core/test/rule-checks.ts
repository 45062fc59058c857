/** Checks that every post-processing rule and their whole list share. */

import { type CursorContext, cursorContextOf } from "../src/cursor/cursor-context.js";
import { postprocess } from "../src/postprocess/postprocess.js";
import type { PostprocessRule, RuleContext, RuleResult } from "../src/postprocess/rule.js";
import type { ModelProfile } from "../src/prompt/model-profile.js";
import { requestAt } from "../src/testing.js";

/** A model of no particular kind, with special texts of several families. */
export const SOME_PROFILE: ModelProfile = {
  fingerprint: "some-model",
  name: "some model",
  contextTokens: 2_048,
  languages: [],
  mode: "fim",
  family: "embedded",
  order: "spm",
  layout: [],
  bos: 1,
  maxSuffixTokens: null,
  endTokens: [2],
  specialTexts: [
    "<unk>",
    "<s>",
    "</s>",
    "\n",
    "<fim_prefix>",
    "<fim_suffix>",
    "<fim_middle>",
    "<file_sep>",
    "<|endoftext|>",
    "<|fim_prefix|>",
    "<\uFF5Cfim\u2581begin\uFF5C>",
    "[PREFIX]",
    "[SUFFIX]",
  ],
  tokenHealing: false,
  draftWeight: 0,
};

export const CHAT_PROFILE: ModelProfile = { ...SOME_PROFILE, mode: "chat" };

/** The cursor at `█` in `picture`, which otherwise is the file. */
export function cursorIn(picture: string, languageId = "python"): CursorContext {
  const { document, offset } = requestAt(picture, { languageId });
  return cursorContextOf(document, offset);
}

export interface Scenario {
  /** The file, with `█` at the cursor. */
  readonly picture: string;
  readonly answer: string;
  readonly languageId?: string;
  readonly profile?: ModelProfile;
  readonly stopMode?: RuleContext["stopMode"];
  readonly stopReason?: RuleContext["stopReason"];
}

export function contextOf(scenario: Omit<Scenario, "answer">): RuleContext {
  return {
    cursor: cursorIn(scenario.picture, scenario.languageId),
    profile: scenario.profile ?? SOME_PROFILE,
    stopMode: scenario.stopMode ?? "statement",
    stopReason: scenario.stopReason ?? "statement",
  };
}

/** What `rule` makes of the answer: its text, or `dropped: reason`. */
export function apply(rule: PostprocessRule, scenario: Scenario): string {
  return shown(rule.apply(scenario.answer, contextOf(scenario)));
}

/** What all rules together make of the answer: its text, or `dropped: reason`. */
export function applyAll(scenario: Scenario): string {
  return shown(postprocess(scenario.answer, contextOf(scenario)));
}

function shown(result: RuleResult): string {
  return "drop" in result ? `dropped: ${result.drop}` : result.text;
}
