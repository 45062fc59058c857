/**
 * Java, by the grammar of prettier's plugin, which agrees with javac's parser, but takes its time to reject. Accepts or
 * rejects; its places are not exact. Whether a text is unfinished, tree-sitter's grammar answers first.
 */
import type { LoadTextParser } from "../text-parser.js";
import { type Ends, isUnfinishedText } from "../unfinished-text.js";
import { loadGrammar } from "./tree-sitter.js";

const ENDS: Ends = {
  fillers: ["", "x();"],
  semicolonsIn: /\b(?:for|try)\b/,
  blocks: { try: "} finally {}", do: "} while (x);" },
};

export const loadJavaParser: LoadTextParser = async () => {
  const [{ parse }, acceptsLeniently] = await Promise.all([import("java-parser"), loadGrammar("java")]);
  const accepts = (text: string): boolean => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
  return (text, languageId) => {
    if (accepts(text)) return [];
    const leniently = isUnfinishedText(text, languageId, acceptsLeniently, ENDS);
    // It may be newer syntax than tree-sitter's grammar knows.
    const isUnfinished =
      leniently === false ? isUnfinishedText(text, languageId, accepts, { ...ENDS, fillers: [""] }) : leniently;
    return [{ start: null, isUnfinished }];
  };
};
