import type { PromptLookup } from "../engine.js";

/**
 * How the answer is drafted on after its first draft. MCCom 3.3 drafts once a request; code repeats itself within an
 * answer too. A longer match is right more often, a shorter draft costs less where it is wrong. Four and three were
 * chosen on recorded answers of the model that shipped first; `npm run bench -- drafts` measures this pair and no other, so
 * choose again with a better model.
 */
export const PROMPT_LOOKUP: PromptLookup = { matchTokens: 4, draftTokens: 3 };
