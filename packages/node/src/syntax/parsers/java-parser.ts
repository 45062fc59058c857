/** Java, by the grammar of prettier's plugin: agrees with javac's parser. Accepts or rejects; its places are not exact. */
import type { LoadTextParser } from "../text-parser.js";
import { type Ends, isUnfinishedText } from "../unfinished-text.js";

const ENDS: Ends = {
  fillers: ["", "x();"],
  blocks: { try: "} finally {}", do: "} while (x);" },
};

export const loadJavaParser: LoadTextParser = async () => {
  const { parse } = await import("java-parser");
  const accepts = (text: string): boolean => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
  return (text, languageId) =>
    accepts(text) ? [] : [{ start: null, isUnfinished: isUnfinishedText(text, languageId, accepts, ENDS) }];
};
