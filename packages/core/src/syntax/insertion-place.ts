/** What stands where around a completion that is checked. */
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { type LexicalState, OUTSIDE } from "../cursor/lexical-state.js";
import { beginsInside, type CodeLine, codeLinesOf, statementLine } from "./code-lines.js";
import type { Extent, Insertion } from "./insertion.js";

/** A completion and its statement, the lines that it begins and ends on included. */
export interface Place {
  readonly syntax: LanguageSyntax;
  readonly text: string;
  /** Up to the completion's end, and the line break after it if nothing stands there. */
  readonly written: string;
  /** Up to the line of the cursor. */
  readonly above: string;
  /** Up to the first line of the statement. */
  readonly outside: string;
  /** From there to the end of the completion's last line. */
  readonly statement: string;
  /** From there on. */
  readonly rest: string;
  /** What the cursor, where the text was put in, is inside of. */
  readonly cursor: LexicalState;
  readonly extent: Extent;
  /** Text above it was left out. */
  readonly isCut: boolean;
  /** Text below it was left out. */
  readonly isCutBelow: boolean;
  /** Within brackets, an element stands for the statement: an argument, an entry, a parameter. */
  readonly kind: "statement" | "element";
}

/** Linear in the text. */
export function placeOf(
  { before, text, after, extent }: Insertion,
  syntax: LanguageSyntax,
): Omit<Place, "isCut" | "isCutBelow"> {
  const lines = codeLinesOf(before, syntax, OUTSIDE);
  const isElement = beginsElement(lines, syntax);
  const first = lines[isElement ? lines.length - 1 : statementLine(lines, lines.length - 1, syntax)] as CodeLine;
  const lineFeed = after.indexOf("\n");
  const lineSuffix = lineFeed < 0 ? after : after.slice(0, lineFeed);
  return {
    syntax,
    text,
    written: before + text + (lineSuffix.trim() === "" ? "\n" : ""),
    above: before.slice(0, (lines.at(-1) as CodeLine).start),
    outside: before.slice(0, first.start),
    statement: before.slice(first.start) + text + lineSuffix,
    rest: lineFeed < 0 ? "\n" : after.slice(lineFeed),
    cursor: (lines.at(-1) as CodeLine).after,
    extent,
    kind: isElement ? "element" : "statement",
  };
}

export function isProse({ quote, comment }: LexicalState): boolean {
  return quote !== null || comment === "block";
}

/** True if the last line begins within brackets, after an opening one or a comma. */
function beginsElement(lines: readonly CodeLine[], syntax: LanguageSyntax): boolean {
  const current = lines.at(-1) as CodeLine;
  if (isProse(current.before) || !beginsInside(current, syntax)) return false;
  const previous = lines.slice(0, -1).findLast((line) => line.code.trim() !== "");
  return previous !== undefined && /[,([{]$/.test(previous.code);
}
