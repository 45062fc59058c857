/** How near an answer is to the target (MCCom 4.2.3). White space at the end of either is left out. */

export interface Score {
  /** Equal to the target. */
  readonly isExact: boolean;
  /** In [0, 1]. */
  readonly editSimilarity: number;
}

/** `answer`: what was suggested; null where nothing was, which is wrong and similar to nothing. */
export function scoreOf(answer: string | null, target: string): Score {
  if (answer === null) return { isExact: false, editSimilarity: 0 };
  const [given, wanted] = [answer.trimEnd(), target.trimEnd()];
  return { isExact: given === wanted, editSimilarity: editSimilarity(given, wanted) };
}

/**
 * 1 − Levenshtein distance / length of the longer text, in characters; 1 for two empty texts. (The paper prints
 * (1 − Lev) / max, which cannot be meant.)
 */
export function editSimilarity(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - levenshtein(a, b) / longest;
}

function levenshtein(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, character] of a.entries()) {
    const distances = [row + 1];
    for (const [column, other] of b.entries()) {
      const replaced = (above[column] as number) + (character === other ? 0 : 1);
      const inserted = (distances[column] as number) + 1;
      const deleted = (above[column + 1] as number) + 1;
      distances.push(Math.min(replaced, inserted, deleted));
    }
    above = distances;
  }
  return above[b.length] as number;
}
