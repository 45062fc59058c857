import type { GeneratedToken } from "../types.js";
import { CONFIDENCE_TOKENS } from "./confidence.js";

export interface FirstTokensOptions {
  readonly mode: "fim" | "chat";
  readonly healedText: string;
}

/**
 * Takes the tokens of a generation as they come, and calls `onFirst` once, as soon as the first tokens that confidence is
 * about are there: those of `readAnswer`. Never for shorter answers, nor in chat mode, where a fence may come first.
 */
export function firstTokensOf(
  { mode, healedText }: FirstTokensOptions,
  onFirst: (tokens: readonly GeneratedToken[]) => void,
): (tokens: readonly GeneratedToken[]) => void {
  const first: GeneratedToken[] = [];
  let healed = "";
  return (tokens) => {
    if (mode === "chat" || first.length === CONFIDENCE_TOKENS) return;
    for (const token of tokens) {
      if (first.length === 0 && healed !== healedText && healedText.startsWith(healed + token.text)) {
        healed += token.text;
        continue;
      }
      first.push(token);
      if (first.length === CONFIDENCE_TOKENS) return onFirst(first);
    }
  };
}
