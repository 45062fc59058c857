import type { SyntaxRecipe } from "../syntax-recipe.js";

const KEPT_HEADER = /^(?:async\s+def|def|class)\b/;

export const python: SyntaxRecipe = {
  languageIds: ["python"],
  neutrals: ["pass"],
  neutralBlocks: [],
  boundStatement: /^(?:else|elif|except|finally|case)\b|^[@\\]/,
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
