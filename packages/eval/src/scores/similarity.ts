/** How near an answer is to the target: reading R38. */
import { distance } from "fastest-levenshtein";

export interface Similarity {
  /** Equal after white space at the end is removed. */
  readonly isExact: boolean;
  /** 1 − Levenshtein distance / length of the longer text, in UTF-16 units, in [0, 1]; 1 for two empty texts (MCCom 4.2.3). */
  readonly editSimilarity: number;
}

/** `text`: what was suggested; null where nothing was, which is wrong and similar to nothing. White space at the end of either is left out. */
export function similarityOf(text: string | null, target: string): Similarity {
  if (text === null) return { isExact: false, editSimilarity: 0 };
  const [given, wanted] = [text.trimEnd(), target.trimEnd()];
  const longest = Math.max(given.length, wanted.length);
  return { isExact: given === wanted, editSimilarity: longest === 0 ? 1 : 1 - distance(given, wanted) / longest };
}

/**
 * As RepoEval's published scorer has it: lines without the white space at their ends, without blank ones, and of the answer as many
 * as the target has.
 */
export function repoEvalSimilarityOf(text: string | null, target: string): Similarity {
  if (text === null) return { isExact: false, editSimilarity: 0 };
  const wanted = strippedLines(target);
  return similarityOf(strippedLines(text).slice(0, wanted.length).join("\n"), wanted.join("\n"));
}

function strippedLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
