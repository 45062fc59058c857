import type { ScoredSnippet } from "./bm25-index.js";

/**
 * MCCom Eq. 1: score_i = C_i / ΣC + w · L_i / ΣL, where C are the BM25 scores for the query, L those for the local
 * model's answer and w its confidence in [0, 1]. A sum of 0 makes its term 0 (docs/readings.md R20). In no order;
 * snippets of score 0 are left out.
 */
export function combinedScores(
  byQuery: readonly ScoredSnippet[],
  byAnswer: readonly ScoredSnippet[],
  confidence: number,
): ScoredSnippet[] {
  const scores = new Map<number, number>();
  add(scores, byQuery, 1);
  add(scores, byAnswer, confidence);
  return [...scores].filter(([, score]) => score > 0).map(([snippet, score]) => ({ snippet, score }));
}

function add(scores: Map<number, number>, found: readonly ScoredSnippet[], weight: number): void {
  let sum = 0;
  for (const { score } of found) sum += score;
  if (sum === 0) return;
  for (const { snippet, score } of found) scores.set(snippet, (scores.get(snippet) ?? 0) + (weight * score) / sum);
}
