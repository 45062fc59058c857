/**
 * Java, by the grammar of prettier's plugin, which agrees with javac's parser, but whose places are not exact. So
 * tree-sitter's more lenient grammar goes first, and tells where the first problem is.
 */
import type { LoadTextParser } from "../text-parser.js";
import { loadTreeSitter } from "./tree-sitter.js";

export const loadJavaParser: LoadTextParser = async () => {
  await rejectWithoutMessages();
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

/** What of the exact parser is its toolkit's. */
interface RejectingParser {
  raiseNoAltException(): never;
  LA(ahead: number): IToken;
  SAVE_ERROR(error: Error): Error;
}

type IToken = import("chevrotain").IToken;

/**
 * To say in its message what it expected, the parser computes all that could have stood there: up to 80 ms, which we throw
 * away. It rejects just the same without. Nothing else here uses its toolkit.
 */
async function rejectWithoutMessages(): Promise<void> {
  const { CstParser, NoViableAltException } = await import("chevrotain");
  const parser = CstParser.prototype as unknown as RejectingParser;
  parser.raiseNoAltException = function () {
    throw this.SAVE_ERROR(new NoViableAltException("", this.LA(1), this.LA(0)));
  };
}
