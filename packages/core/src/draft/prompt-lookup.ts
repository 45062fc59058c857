import type { PromptLookup } from "../engine.js";

/**
 * How the answer is drafted on after its first draft. MCCom 3.3 drafts once a request; code repeats itself within an
 * answer too. A longer match is right more often, a shorter draft costs less where it is wrong: four and three gained
 * most time on one core (`npm run bench -- drafts`).
 */
export const PROMPT_LOOKUP: PromptLookup = { matchTokens: 4, draftTokens: 3 };
