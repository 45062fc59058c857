/** Which closing brackets an answer has too many, seen from the brackets open at the cursor and closed after it. */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { CLOSING_OF, type LexicalState, lexicalStateAfter, OUTSIDE } from "../cursor/lexical-state.js";
import { linesAfter } from "./text-around.js";

const MAX_LINE_PREFIX = 4_000;
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

/** What is open at the cursor, and the closing brackets after it that belong to that. */
export interface BalanceView {
  readonly open: LexicalState;
  readonly closers: readonly string[];
  /** A closing bracket in the answer that nothing in `open` matches is one too many. */
  readonly isWhole: boolean;
}

/**
 * Two views of what an answer must leave balanced, those of them that are balanced now: everything open at the cursor
 * against the rest of its line (and lines of closing brackets below), and the line's own brackets against the rest of
 * the line. The second knows what an editor closed inside a longer expression.
 */
export function balanceViews(cursor: CursorContext): BalanceView[] {
  const { lexical, linePrefix, syntax } = cursor;
  const views: BalanceView[] = [{ open: lexical, closers: closersAfter(cursor), isWhole: true }];
  if (linePrefix.length <= MAX_LINE_PREFIX) {
    const own = lexicalStateAfter(linePrefix, syntax, OUTSIDE);
    const closers = unmatchedIn(cursor.lineSuffix.slice(0, MAX_LINE_SUFFIX), cursor).slice(0, own.brackets.length);
    if (own.quote === lexical.quote && closers.length > 0) views.push({ open: own, closers, isWhole: false });
  }
  return views.filter(({ open, closers }) => unmatchedClosers(open.brackets, closers) === 0);
}

/** The closing brackets after the cursor: those of its line, and of the next lines where there is nothing else. */
function closersAfter(cursor: CursorContext): string[] {
  let text = cursor.lineSuffix.slice(0, MAX_LINE_SUFFIX);
  if (/^[\s)\]};,:]*$/.test(text)) {
    for (const line of linesAfter(cursor).slice(0, MAX_CLOSING_LINES)) {
      if (!/^[\s)\]};,]*$/.test(line)) break;
      // A brace may close a block that began further back than the scanner looks.
      if (line.includes("}") && !cursor.syntax.indentationBlocks) break;
      text += `\n${line}`;
    }
  }
  return unmatchedIn(text, cursor);
}

function unmatchedIn(after: string, { lexical, lineSuffix, syntax }: CursorContext): string[] {
  // A string that the rest of the line does not close ends before it.
  const { quote } = lexical;
  const isInString = quote !== null && lineSuffix.includes(quote);
  return closingBrackets(after, syntax, { ...OUTSIDE, quote: isInString ? quote : null })
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
