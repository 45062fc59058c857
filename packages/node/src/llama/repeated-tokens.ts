import type { PromptLookup } from "@nearfirst/core";
import type { Token } from "node-llama-cpp";

/**
 * What followed the last place where the end of `history` stood before, at most `limit` tokens; empty where it did not.
 * The search goes backwards and costs one comparison a token in nearly all places.
 */
export function repeatedTokens(
  history: readonly Token[],
  { matchTokens, draftTokens }: PromptLookup,
  limit: number,
): Token[] {
  const end = history.length;
  const length = Math.min(draftTokens, limit);
  if (length < 1 || end <= matchTokens) return [];
  const last = history[end - 1];
  for (let at = end - 2; at >= matchTokens - 1; at--) {
    if (history[at] !== last) continue;
    let matched = 1;
    while (matched < matchTokens && history[at - matched] === history[end - 1 - matched]) matched++;
    if (matched === matchTokens) return history.slice(at + 1, at + 1 + length);
  }
  return [];
}
