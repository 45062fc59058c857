/** No model: the answer is the stage-1 draft (MCCom 3.3), or nothing. All other stages are the product's. */
import { findStop, type LocalModel, type PromptLayout } from "@nearfirst/core";

const LAYOUT: PromptLayout = [{ eachSnippet: [{ slot: "snippet" }] }, { slot: "suffix" }, { slot: "prefix" }];

/** About what a vocabulary for code needs; decides how many snippets there are to draft from. */
const CHARACTERS_PER_TOKEN = 3;

export function draftsAlone(): LocalModel {
  return {
    profile: {
      fingerprint: "drafts-alone",
      name: "drafts alone",
      contextTokens: 2_048,
      languages: [],
      mode: "fim",
      family: "none",
      order: "spm",
      layout: LAYOUT,
      bos: null,
      maxSuffixTokens: null,
      endTokens: [],
      specialTexts: [],
      tokenHealing: false,
      draftWeight: 0,
    },
    tokenize: async (texts) => texts.map((text) => new Int32Array(Math.ceil(text.length / CHARACTERS_PER_TOKEN))),
    generate: async ({ prompt, draft, stop }) => {
      const end = findStop(draft, stop)?.end ?? draft.length;
      return {
        text: draft.slice(0, end),
        tokens: [],
        healedTokens: 0,
        stopReason: "end-of-middle",
        tokensEvaluated: 0,
        tokensReused: prompt.length,
        forwardPasses: 0,
        draftOffered: 0,
        draftAccepted: 0,
        lookupOffered: 0,
        lookupAccepted: 0,
        engineMs: 0,
      };
    },
  };
}
