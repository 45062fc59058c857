import { BRACES, LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

export const rust: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["rust"],
  little: LITTLE,
  // A statement, an item, a field, an arm of a match.
  neutrals: ["x()", "use x", "x: x", "x", "_ => x"],
  neutralBlocks: ["{}", "fn x() {}", "_ => {}"],
  continuation: new RegExp(`^where\\b|${BRACES.continuation.source}`, "u"),
  // The last expression of a block needs no end, and `else` may follow a pattern.
  plainStatement: /^use\s|^let\s+(?:mut\s+)?\w+\s*(?::[^=]*)?=(?!=)/,
  boundStatement: /^(?:else)\b|^[#.?:&|+*/=<>%^-]/,
};
