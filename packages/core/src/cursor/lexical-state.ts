/** Which brackets, strings and comments are open at a place in a text. A scanner, not a parser: bounded, never throws. */
import type { LanguageSyntax } from "./language-syntax.js";

export interface LexicalState {
  /** Open brackets, outermost first, for example `({`. */
  readonly brackets: string;
  /** Delimiter of the string the place is inside of; null outside strings. */
  readonly quote: string | null;
  readonly comment: "none" | "line" | "block";
}

export const OUTSIDE: LexicalState = { brackets: "", quote: null, comment: "none" };

export const CLOSING_OF: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const OPENING_OF: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The state after `text`, which begins in state `from`. A closing bracket that nothing opened is ignored. */
export function lexicalStateAfter(text: string, syntax: LanguageSyntax, from: LexicalState = OUTSIDE): LexicalState {
  let { brackets, quote, comment } = from;
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (comment === "line") {
      if (character === "\n") comment = "none";
      at++;
    } else if (comment === "block") {
      const close = syntax.blockComment?.[1] ?? "";
      if (close !== "" && text.startsWith(close, at)) {
        comment = "none";
        at += close.length;
      } else at++;
    } else if (quote !== null) {
      if (character === "\\") at += 2;
      else if (text.startsWith(quote, at)) {
        at += quote.length;
        quote = null;
      } else {
        // A string that may not span lines ends with its line, closed or not.
        if (character === "\n" && !syntax.multilineQuotes.includes(quote)) quote = null;
        at++;
      }
    } else {
      const opener = syntax.quotes.find((each) => text.startsWith(each, at));
      if (opener !== undefined) {
        quote = opener;
        at += opener.length;
      } else if (syntax.lineComments.some((each) => text.startsWith(each, at))) {
        comment = "line";
        at++;
      } else if (syntax.blockComment !== null && text.startsWith(syntax.blockComment[0], at)) {
        comment = "block";
        at += syntax.blockComment[0].length;
      } else {
        if (CLOSING_OF[character] !== undefined) brackets += character;
        else {
          const opening = OPENING_OF[character];
          if (opening !== undefined && brackets.endsWith(opening)) brackets = brackets.slice(0, -1);
        }
        at++;
      }
    }
  }
  return { brackets, quote, comment };
}
