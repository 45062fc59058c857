import { lexicalStateAfter } from "../cursor/lexical-state.js";
import { type PostprocessRule, remaining } from "./rule.js";

/** Most quotes that are tried for a cut. */
const MAX_TRIES = 16;

/**
 * The editor closed the string at the cursor, and the answer closes it again: `print("█")` and `hello")`. Cuts at the
 * answer's last quote that ends such a string; `b" + "c` goes on inside one and stays.
 */
export const surplusQuotes: PostprocessRule = {
  name: "surplus-quotes",
  apply: (text, { cursor }) => {
    const { lexical, lineSuffix, syntax } = cursor;
    const { quote } = lexical;
    if (quote === null || !lineSuffix.startsWith(quote)) return { text };
    // Before a word it opens the next string.
    if (/^[\p{L}\p{N}_\\]/u.test(lineSuffix.slice(quote.length, quote.length + 2))) return { text };
    if (lexicalStateAfter(text, syntax, lexical).quote === quote) return { text };
    let at = text.length;
    for (let tries = 0; tries < MAX_TRIES && at > 0; tries++) {
      at = text.lastIndexOf(quote, at - 1);
      if (at < 0) break;
      const kept = text.slice(0, at);
      if (lexicalStateAfter(kept, syntax, lexical).quote === quote && !endsWithEscape(kept))
        return remaining(kept, "only-closing");
    }
    return { text };
  },
};

function endsWithEscape(text: string): boolean {
  return ((/\\+$/.exec(text)?.[0].length ?? 0) & 1) === 1;
}
