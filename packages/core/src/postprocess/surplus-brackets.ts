import type { CursorContext } from "../cursor/cursor-context.js";
import { lexicalStateAfter } from "../cursor/lexical-state.js";
import {
  type BalanceView,
  balanceViews,
  type ClosingBracket,
  closingBrackets,
  opensAcrossCursor,
  unmatchedClosers,
} from "./bracket-balance.js";
import { type PostprocessRule, remaining } from "./rule.js";

/** Most places that are tried for a cut. */
const MAX_TRIES = 8;
/** Longer answers are left alone, in UTF-16 units: each try is a scan. */
const MAX_LENGTH = 4_000;

/**
 * Cuts closing brackets that nothing opened, or that the editor closed already: `foo(█)` and `a, b)`. Does nothing
 * where the file around the cursor does not balance by itself.
 */
export const surplusBrackets: PostprocessRule = {
  name: "surplus-brackets",
  apply: (text, { cursor }) => {
    if (
      text.length > MAX_LENGTH ||
      !/[)\]}]/.test(text) ||
      cursor.lexical.comment !== "none" ||
      opensAcrossCursor(text, cursor)
    )
      return { text };
    const views = balanceViews(cursor);
    if (surplusOf(text, cursor, views) === 0) return { text };
    const closers = closingBrackets(text, cursor.syntax, cursor.lexical).map((each) => each.at);
    // First the brackets at the end, the last one first; then the first place from which the answer goes wrong.
    const end = text.length - (/[\s)\]};:,]*$/.exec(text)?.[0].length ?? 0);
    const atEnd = closers.filter((at) => at >= end).reverse();
    for (const at of [...atEnd.slice(0, MAX_TRIES), ...closers.slice(0, MAX_TRIES)]) {
      const cut = text.slice(0, at).replace(/\n\s*$/, "");
      if (surplusOf(cut, cursor, views) === 0) return remaining(cut, "only-closing");
    }
    return { text };
  },
};

function surplusOf(text: string, { syntax }: CursorContext, views: readonly BalanceView[]): number {
  const counts = views.map(({ open, closers, isWhole }) => {
    // A brace may close a block that began further back than the scanner looks.
    const isSurplus = (each: ClosingBracket) => !each.isMatched && (each.bracket !== "}" || syntax.indentationBlocks);
    const own = isWhole ? closingBrackets(text, syntax, open).filter(isSurplus).length : 0;
    return own + unmatchedClosers(lexicalStateAfter(text, syntax, open).brackets, closers);
  });
  return Math.max(0, ...counts);
}
