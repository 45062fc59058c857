/** The lexical state at a place in a document of any size. */
import { closingQuoteOf, type LanguageSyntax } from "./language-syntax.js";
import { type LexicalState, lexicalStateAfter, OUTSIDE, scan } from "./lexical-state.js";
import { lineStartBefore } from "./line-bounds.js";

/** How far back, in UTF-16 units, the scanner begins; a nearer start of the document makes the state exact. */
const LEXICAL_REACH = 20_000;

/** How much text after that is looked at to tell whether it begins inside a string or a comment. */
const EVIDENCE_REACH = 8_000;
const EVIDENCE_LINES = 300;
/** Longer lines are data. */
const MAX_EVIDENCE_LINE = 500;

/** What may begin a string or comment in any language of the table. */
const MAY_CHANGE_STATE = /["'`#/]/;

/**
 * The state at `offset`, exact where the document begins at most `reach` before. Further on, the scan begins at a line
 * start whose own state is guessed: outside, or inside one of the strings and comments that span lines, whichever
 * makes the text after it look least like prose read as code or code read as prose. Brackets opened before are unknown.
 */
export function lexicalStateAt(
  text: string,
  offset: number,
  syntax: LanguageSyntax,
  reach: number = LEXICAL_REACH,
): LexicalState {
  if (offset <= reach) return lexicalStateAfter(text.slice(0, offset), syntax);
  const start = lineStartBefore(text, offset - reach);
  const window = text.slice(start, offset);
  return lexicalStateAfter(window, syntax, likelyState(window.slice(0, EVIDENCE_REACH), syntax));
}

/** The state in which `text`, which begins at a line start, most likely begins. */
export function likelyState(text: string, syntax: LanguageSyntax): LexicalState {
  const candidates: LexicalState[] = [OUTSIDE];
  for (const quote of syntax.multilineQuotes) {
    // Where every string spans lines, a guess would be worth as little as none.
    if (closingQuoteOf(quote).length > 1 || quote === "`") candidates.push({ ...OUTSIDE, quote });
  }
  if (syntax.blockComment !== null) candidates.push({ ...OUTSIDE, comment: "block" });
  if (candidates.length === 1) return OUTSIDE;
  const lines = text
    .split(/(?<=\n)/, EVIDENCE_LINES)
    .filter((line) => line.trim() !== "" && line.length <= MAX_EVIDENCE_LINE);
  let best: LexicalState = OUTSIDE;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const count = contradictions(lines, syntax, candidate);
    if (count < fewest) [best, fewest] = [candidate, count];
    if (fewest === 0) break;
  }
  return best;
}

/** Four words in a row with nothing but spaces between them, the first one capitalised: a sentence, no code. */
const PROSE = /^\s*[A-Z][a-z]*(?: [a-z]+){3}/;
const CODE =
  /^\s*(?:(?:export |public |private |static |async )*(?:def|class|function|func|fn|import|from|return|const|let|var|if|for|while|struct|impl|package|using)\b[^.]*[:;{}()'"]\s*$|@[\w.]+(?:\(.*\))?\s*$|return(?: [\w.]+)?\s*$|[\w.]+ = |[\w.]+\(.*\)\s*$|[})\]]+[;,]?\s*$)/;

/** How many lines do not fit if the text begins in state `from`. */
function contradictions(lines: readonly string[], syntax: LanguageSyntax, from: LexicalState): number {
  let state = from;
  let count = 0;
  for (const line of lines) {
    const { quote } = state;
    if (quote !== null || state.comment === "block") {
      if (CODE.test(line)) count++;
      // A delimiter with a sentence after it begins a string; it closes none.
      if (quote !== null && quote.length > 1 && /^[A-Za-z]/.test(afterFirst(line, closingQuoteOf(quote)))) count++;
    } else {
      if (PROSE.test(line)) count++;
      // A delimiter with a sentence before it ends a string; it opens none.
      const closed = syntax.multilineQuotes.find((each) => each.length > 1 && line.trimEnd().endsWith(each));
      if (closed !== undefined && /\w\W?$/.test(beforeOnly(line, closed))) count++;
    }
    // Brackets say nothing here: most lines need no scan.
    if (
      quote === null
        ? state.comment !== "block" && !MAY_CHANGE_STATE.test(line)
        : !line.includes(closingQuoteOf(quote).charAt(0))
    )
      continue;
    const content = line.replace(/\r?\n$/, "");
    const atEnd = scan(content, syntax, state).state;
    // A string that its line's end cuts off: an apostrophe in prose.
    if (atEnd.quote !== null && !syntax.multilineQuotes.includes(atEnd.quote) && !content.endsWith("\\")) count++;
    state = content === line ? atEnd : lexicalStateAfter("\n", syntax, atEnd);
  }
  return count;
}

function afterFirst(line: string, delimiter: string): string {
  const at = line.indexOf(delimiter);
  return at < 0 ? "" : line.slice(at + delimiter.length);
}

/** What stands before `delimiter` where it occurs once, without operators and brackets; else nothing. */
function beforeOnly(line: string, delimiter: string): string {
  const [before = "", ...more] = line.split(delimiter);
  return more.length === 1 && !/(?:[=([{,:+%]|\b[rbfu]{1,2}|\breturn)\s*$/i.test(before) ? before : "";
}
