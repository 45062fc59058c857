import type { CursorContext } from "../cursor/cursor-context.js";
import { closingQuoteOf } from "../cursor/language-syntax.js";
import { scan } from "../cursor/lexical-state.js";
import { likelyState } from "../cursor/lexical-state-at.js";
import { indentationOf } from "../cursor/line-bounds.js";
import { enclosingDepth } from "./stop-braces.js";

/** How far after the cursor a closing bracket is looked for, in UTF-16 units. */
const CLOSING_REACH = 4_000;

/**
 * True if the text after the cursor closes the innermost bracket or string that the statement at the cursor has open:
 * then its end stands there already, and an answer has only to fill what is before it.
 */
export function isClosedAfterCursor(cursor: CursorContext): boolean {
  const { lexical, syntax, lineSuffix, offset, document, indentation } = cursor;
  const { brackets, quote } = lexical;
  const after = document.text.slice(offset, offset + CLOSING_REACH);
  if (quote !== null && syntax.multilineQuotes.includes(quote)) {
    const closing = closingQuoteOf(quote);
    if (lineSuffix.includes(closing)) return true;
    // A later delimiter may close this string or open the next one. Where the document's end is near, their number
    // tells; else what stands between them.
    if (offset + CLOSING_REACH >= document.text.length) return (after.split(closing).length - 1) % 2 === 1;
    return likelyState(after.slice(lineSuffix.length), syntax).quote === quote;
  }
  if (brackets.length <= enclosingDepth(cursor.lineLexical.brackets, syntax)) return false;
  const innermost = brackets.slice(-1);
  let state = { ...lexical, brackets: innermost };
  for (const [at, line] of after.split(/(?<=\n)/).entries()) {
    const scanned = scan(line, syntax, state);
    if (scanned.lowestDepth === 0) {
      // A brace further down closes this one only if it stands where its statement stands.
      return innermost !== "{" || syntax.indentationBlocks || at === 0 || indentationOf(line) === indentation;
    }
    state = scanned.state;
  }
  return false;
}
