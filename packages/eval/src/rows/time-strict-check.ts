import { type Clock, checkStrictly, type SyntaxParser } from "@nearfirst/core";

/** More texts than a parser remembers, so that none is there twice within its memory. */
const ENDINGS = 64;
let asked = 0;

/**
 * Milliseconds of the strict gate on a whole text (SynConfRoute 4.1: "less than 1 ms"), its way to the parser's worker and back
 * included. Ask for the verdict first: what is timed then is a parser that is loaded and has just read this text. Parsers remember
 * what they said of the last texts; line breaks at the end make it another text, and no other program.
 */
export async function timeStrictCheck(
  { parser, clock }: { readonly parser: SyntaxParser; readonly clock: Clock },
  { text, languageId }: { readonly text: string; readonly languageId: string },
  signal: AbortSignal,
): Promise<number> {
  asked = (asked + 1) % ENDINGS;
  const unseen = text + "\n".repeat(1 + asked);
  const startMs = clock.now();
  await checkStrictly(parser, unseen, languageId, signal);
  return clock.now() - startMs;
}
