import { LruCache, type SyntaxProblem } from "@nearfirst/core";
import type { TextParser } from "./text-parser.js";

/** As many texts as two checks ask about. */
const MAX_KEPT = 24;
/** Larger texts are not kept; in UTF-16 units. */
const MAX_LENGTH = 32_000;

/**
 * The parser, with what it said of the last texts. With nothing below the cursor, what was written is the whole text; and from one
 * keystroke to the next all stays the same but the statement itself.
 */
export function remembering(parser: TextParser): TextParser {
  const known = new LruCache<string, readonly SyntaxProblem[]>(MAX_KEPT);
  return (text, languageId) => {
    if (text.length > MAX_LENGTH) return parser(text, languageId);
    const key = `${languageId}\n${text}`;
    const problems = known.get(key) ?? parser(text, languageId);
    known.set(key, problems);
    return problems;
  };
}
