import type { PromptLookup } from "@nearfirst/core";
import type { Token } from "node-llama-cpp";

/** Longer matches are not told apart. */
const LONGEST_MATCH = 16;

/**
 * What followed the last place where the end of `history` stood before, at most `limit` tokens; empty where it did not. Eagerly:
 * the place with the longest match, of equal ones the last. The search goes backwards and costs one comparison a token in
 * nearly all places.
 */
export function repeatedTokens(
  history: readonly Token[],
  { matchTokens, draftTokens, manner }: PromptLookup,
  limit: number,
): Token[] {
  const end = history.length;
  const length = Math.min(draftTokens, limit);
  if (length < 1 || end <= matchTokens) return [];
  const enough = manner === "eager" ? Math.max(matchTokens, LONGEST_MATCH) : matchTokens;
  const last = history[end - 1];
  let longest = matchTokens - 1;
  let place: number | null = null;
  for (let at = end - 2; at >= matchTokens - 1 && longest < enough; at--) {
    if (history[at] !== last) continue;
    let matched = 1;
    while (matched < enough && matched <= at && history[at - matched] === history[end - 1 - matched]) matched++;
    if (matched > longest) [longest, place] = [matched, at];
  }
  return place === null ? [] : history.slice(place + 1, place + 1 + length);
}
