import { BRACES, type SyntaxRecipe } from "../syntax-recipe.js";

export const java: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["java"],
  // A statement, a member, a constant of an enum or an argument.
  neutrals: ["x()", "int x", "x", "import x"],
  neutralBlocks: ["{}", "void x() {}", "x() {}"],
  plainStatement: new RegExp(`^(?:import|package)\\s[\\w\\s.*]*$|${BRACES.plainStatement.source}`),
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]/,
  // Newer than the grammars.
  opaque: /\bimport\s+module\b|\b(?:super|this)\s*\(/,
};
