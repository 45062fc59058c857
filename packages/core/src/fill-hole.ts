/** Fills one hole with a local model, outside of an editor: what `serve-large` answers with. */
import { cursorContextOf } from "./cursor/cursor-context.js";
import { withLineFeeds } from "./cursor/line-bounds.js";
import { findDraft } from "./draft/find-draft.js";
import { PROMPT_LOOKUP } from "./draft/prompt-lookup.js";
import type { Generation, LocalModel } from "./engine.js";
import { engineStopOf, readAnswer } from "./inference/read-answer.js";
import { type StopState, stopStateOf } from "./inference/stop.js";
import { fimPrompt, glueTextsOf } from "./prompt/fim-prompt.js";
import { healedTextOf } from "./prompt/healed-text.js";
import { tokenBudgetOf } from "./prompt/line-context.js";
import type { HoleTexts } from "./prompt/prompt-text.js";
import { snippetText } from "./prompt/snippet-text.js";
import type { GeneratedToken, Snippet, StopMode } from "./types.js";

export interface Hole extends HoleTexts {
  readonly languageId: string;
  /** Text that the answer may begin with, verified in one forward pass; empty for none (MCCom 3.3). */
  readonly draft: string;
  readonly stopMode: StopMode;
  /** Open brackets and strings at the hole and where its line begins, where they are known better than from the prefix. */
  readonly lexical?: Pick<StopState, "lexical" | "lineLexical" | "isClosedAfter">;
  /** At least 1. */
  readonly maxTokens: number;
}

export interface FilledHole
  extends Pick<
    Generation,
    "stopReason" | "draftOffered" | "draftAccepted" | "forwardPasses" | "tokensEvaluated" | "tokensReused" | "engineMs"
  > {
  readonly text: string;
  /** Those of the code, as in `readAnswer`. */
  readonly tokens: readonly GeneratedToken[];
  readonly promptTokens: number;
}

/** More characters a token than any code needs: bounds what is tokenised. */
const CHARACTERS_PER_TOKEN = 6;

/**
 * Greedy; the caller's draft changes nothing but the number of forward passes. A model beside which a copy counts
 * (`draftWeight`) gets its own, from the hole's texts, in the caller's place. What does not fit into the model's context is left
 * out: the beginning of the prefix, the end of the suffix, whole snippets. Rejects as `LocalModel.generate` does, and
 * with `context-too-small`.
 */
export async function fillHole(model: LocalModel, hole: Hole, signal: AbortSignal): Promise<FilledHole> {
  const { profile } = model;
  const prefix = withLineFeeds(hole.prefix);
  const suffix = withLineFeeds(hole.suffix);
  const document = { uri: hole.path, languageId: hole.languageId, text: prefix + suffix };
  const cursor = cursorContextOf(document, prefix.length);
  const stop = { ...stopStateOf(cursor, hole.stopMode), ...hole.lexical };
  const healedText = profile.tokenHealing && profile.mode === "fim" ? healedTextOf(cursor) : "";
  const budget = tokenBudgetOf(profile, hole.maxTokens);

  const typed = prefix.slice(0, prefix.length - healedText.length).slice(-budget.prefix * CHARACTERS_PER_TOKEN);
  const after = suffix.slice(0, budget.suffix * CHARACTERS_PER_TOKEN);
  const shown = hole.snippets.map((each) => withLineFeeds(snippetText(profile, asSnippet(each))));
  const [typedTokens = new Int32Array(), afterTokens = new Int32Array(), ...rest] = await model.tokenize([
    typed,
    after,
    ...shown,
    ...glueTextsOf(profile, hole.path),
  ]);
  signal.throwIfAborted();
  const prompt = fimPrompt(profile, {
    snippets: fitting(rest.slice(0, shown.length), budget.snippets).toReversed(),
    suffix: afterTokens.subarray(0, budget.suffix),
    prefix: [typedTokens.subarray(Math.max(0, typedTokens.length - budget.prefix))],
    glue: rest.slice(shown.length),
  });
  const copied = profile.draftWeight > 0 ? findDraft(cursor, hole.snippets.map(asSnippet)) : null;
  const generated = await model.generate(
    {
      prompt,
      slot: hole.path,
      draft: copied?.text ?? withLineFeeds(hole.draft),
      draftWeight: copied === null ? 0 : profile.draftWeight,
      promptLookup: PROMPT_LOOKUP,
      healedText,
      maxTokens: hole.maxTokens,
      stop: engineStopOf(stop, profile.mode),
      endTokens: profile.endTokens,
    },
    signal,
  );
  const { text, codeTokens, stopReason } = readAnswer(generated, profile.mode, stop);
  const { draftOffered, draftAccepted, forwardPasses, tokensEvaluated, tokensReused, engineMs } = generated;
  return {
    text,
    tokens: codeTokens,
    stopReason,
    promptTokens: prompt.length,
    draftOffered,
    draftAccepted,
    forwardPasses,
    tokensEvaluated,
    tokensReused,
    engineMs,
  };
}

function asSnippet({ path, text }: HoleTexts["snippets"][number]): Snippet {
  return { path, text, startLine: 0, score: 0 };
}

/** Whole snippets by rank, each with a separator, in at most `room` tokens. */
function fitting(snippets: readonly Int32Array[], room: number): Int32Array[] {
  let used = 0;
  return snippets.filter(({ length }) => {
    if (used + length + 1 > room) return false;
    used += length + 1;
    return true;
  });
}
