import type { CursorContext } from "../cursor/cursor-context.js";
import { lexicalStateAfter } from "../cursor/lexical-state.js";

/**
 * An answer without the statement that it ends with, which is the one that a model breaks off or gets wrong most; null for
 * an answer of one statement. Statements are told apart by lines outside of the brackets that the answer opens.
 */
export function withoutLastStatement(
  answer: string,
  { syntax, lexical }: Pick<CursorContext, "syntax" | "lexical">,
): string | null {
  let state = lexical;
  let length = 0;
  let end = 0;
  for (const line of answer.split(/(?<=\n)/)) {
    const isOutside =
      state.quote === null && state.comment !== "block" && state.brackets.length <= lexical.brackets.length;
    if (isOutside && line.trim() !== "") end = length;
    state = lexicalStateAfter(line, syntax, state);
    length += line.length;
  }
  const rest = answer.slice(0, end).trimEnd();
  return rest.trim() === "" ? null : rest;
}
