import type { Suggestion } from "../types.js";
import type { CursorContext } from "./cursor-context.js";

/** An answer as an insertion at the cursor, with the file's own line breaks. */
export function suggestionAt({ lineBreak, offset }: CursorContext, answer: string): Suggestion {
  const text = lineBreak === "\n" ? answer : answer.replaceAll("\n", lineBreak);
  return { text, start: offset, end: offset };
}
