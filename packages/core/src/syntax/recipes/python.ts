import type { SyntaxRecipe } from "../syntax-recipe.js";

const KEYWORD = /^(?:await|lambda|not|None|True|False|yield|if|else|for|in|is|and|or)\b/;

/**
 * Of the same kind and, because parameters and keyword arguments must differ, of the same name: an argument by position
 * must not follow one by keyword, nor a parameter without a default value one with it.
 */
function elementsFor(code: string): readonly string[] {
  const name = KEYWORD.test(code) ? "x" : (/^[\p{L}_][\p{L}\p{N}_]*/u.exec(code)?.[0] ?? "x");
  return /^[\p{L}_][\p{L}\p{N}_]*\s*(?::[^=]*)?=(?!=)/u.test(code) ? [`${name}=0`] : [name, `${name}: 0`];
}

const KEPT_HEADER = /^(?:async\s+def|def|class)\b/;

export const python: SyntaxRecipe = {
  languageIds: ["python"],
  neutrals: ["pass"],
  neutralBlocks: [],
  elementsFor,
  boundStatement: /^(?:else|elif|except|finally|case)\b|^[@\\*/]/,
  // The end of a line ends it, whatever it is.
  plainStatement: /^$/,
  continuation: /^(?:else|elif|except|finally|case)\b/,
  // The kind of function decides what may stand inside; any other header is as good as `if`.
  folded(header) {
    switch (KEPT_HEADER.exec(header)?.[0].split(/\s+/).join(" ")) {
      case "async def":
        return "async def x():";
      case "def":
        return "def x():";
      case "class":
        return "class X:";
      default:
        return "while x:";
    }
  },
  piecePrefix: "",
  closingBrace: "",
};
