/** The syntax gate of SynConfRoute's Algorithm 1 (4.1): the whole text parses or it does not. */
import type { SyntaxParser } from "../engine.js";
import { invalid, type SyntaxVerdict, unknown, VALID } from "./verdict.js";

/** `text` is prefix + completion + suffix, joined byte for byte (reading R34). Never rejects but for a bug. */
export async function checkStrictly(
  parser: SyntaxParser,
  text: string,
  languageId: string,
  signal: AbortSignal,
): Promise<SyntaxVerdict> {
  try {
    const problems = await parser.parse(text, languageId, signal);
    if (problems === null) return unknown("no-parser");
    return problems.length === 0 ? VALID : invalid("does-not-parse");
  } catch (thrown) {
    if (signal.aborted) return unknown("too-late");
    throw thrown;
  }
}
