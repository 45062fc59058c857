/**
 * Java, by the grammar of prettier's plugin, which agrees with javac's parser, but takes its time to reject, and whose
 * places are not exact. So tree-sitter's more lenient grammar goes first, and tells where the first problem is.
 */
import type { LoadTextParser } from "../text-parser.js";
import { loadTreeSitter } from "./tree-sitter.js";

export const loadJavaParser: LoadTextParser = async () => {
  const [exact, lenient] = await Promise.all([import("java-parser"), loadTreeSitter("java")()]);
  const accepts = (text: string): boolean => {
    try {
      exact.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  return (text, languageId) => {
    const problems = lenient(text, languageId);
    // What it takes for broken may be newer than it.
    if (problems.some((each) => each.isUnfinished)) return problems;
    if (accepts(text)) return [];
    return problems.length > 0 ? problems : [{ start: null, isUnfinished: null }];
  };
};
