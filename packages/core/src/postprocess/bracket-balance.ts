/** Which closing brackets an answer has too many, seen from the brackets open at the cursor and closed after it. */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { CLOSING_OF, type LexicalState, lexicalStateAfter, OUTSIDE } from "../cursor/lexical-state.js";
import { linesAfter } from "./text-around.js";

const MAX_LINE_SUFFIX = 400;
const MAX_CLOSING_LINES = 5;

/** A closing bracket in code, and whether an opening one matches it. */
export interface ClosingBracket {
  readonly at: number;
  readonly bracket: string;
  readonly isMatched: boolean;
}

/** The closing brackets of `text` that stand outside strings and comments. */
export function closingBrackets(text: string, syntax: LanguageSyntax, from: LexicalState): ClosingBracket[] {
  const found: ClosingBracket[] = [];
  let state = from;
  let start = 0;
  // A bracket is never part of a longer delimiter, so that the scan can be taken up after each.
  for (const { index } of text.matchAll(/[)\]}]/g)) {
    const before = lexicalStateAfter(text.slice(start, index), syntax, state);
    const bracket = text[index] as string;
    state = lexicalStateAfter(text.slice(start, index + 1), syntax, state);
    start = index + 1;
    if (before.quote !== null || before.comment !== "none") continue;
    found.push({ at: index, bracket, isMatched: CLOSING_OF[before.brackets.at(-1) ?? ""] === bracket });
  }
  return found;
}

/** The closing brackets after the cursor that belong to brackets before it: those of its line and of lines with nothing else. */
export function closersAfter(cursor: CursorContext): string[] {
  let text = cursor.lineSuffix.slice(0, MAX_LINE_SUFFIX);
  if (/^[\s)\]};,:]*$/.test(text)) {
    for (const line of linesAfter(cursor).slice(0, MAX_CLOSING_LINES)) {
      if (!/^[\s)\]};,]*$/.test(line)) break;
      text += `\n${line}`;
    }
  }
  return closingBrackets(text, cursor.syntax, { ...OUTSIDE, quote: cursor.lexical.quote })
    .filter((each) => !each.isMatched)
    .map((each) => each.bracket);
}

/** How many of `closers`, in order, find no bracket to close in `open`. */
export function unmatchedClosers(open: string, closers: readonly string[]): number {
  let left = open;
  let unmatched = 0;
  for (const closer of closers) {
    const opener = [...left].findLastIndex((each) => CLOSING_OF[each] === closer);
    if (opener < 0) unmatched++;
    else left = left.slice(0, opener);
  }
  return unmatched;
}

/** A comment or a string begins with the last characters before the cursor and the first of `text`. */
export function opensAcrossCursor(text: string, { syntax, linePrefix }: CursorContext): boolean {
  const delimiters = [...syntax.lineComments, ...(syntax.blockComment ?? []), ...syntax.quotes];
  return delimiters.some((delimiter) => {
    for (let split = 1; split < delimiter.length; split++) {
      if (linePrefix.endsWith(delimiter.slice(0, split)) && text.startsWith(delimiter.slice(split))) return true;
    }
    return false;
  });
}
