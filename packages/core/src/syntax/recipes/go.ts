import { BRACES, foldedAs, type SyntaxRecipe } from "../syntax-recipe.js";

export const go: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["go"],
  // A statement, a declaration, a field, an entry of a literal, an import.
  neutrals: ["x()", "var x int", "x int", "x: 0", '"x"'],
  neutralBlocks: ["{}", "func x() {}", "x: {}"],
  boundStatement: /^(?:else|case|default|package|import)\b|^[.]/,
  plainStatement: /^(?:return|break|continue|goto|defer|go)\b|^[\w.[\], ]+(?::|[-+*/%&|^]|<<|>>)?=(?!=)/,
  folded: (header) => foldedAs(header, "for {"),
  piecePrefix: "package x\n",
};
