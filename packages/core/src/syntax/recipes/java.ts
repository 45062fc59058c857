import { BRACES, foldedAs, LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

export const java: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["java"],
  needsEnd: true,
  little: LITTLE,
  // A statement, a member, a constant of an enum or an argument.
  neutrals: ["x()", "int x", "x", "import x"],
  neutralBlocks: ["{}", "void x() {}", "x() {}"],
  plainStatement: new RegExp(`^(?:import|package)\\s[\\w\\s.*]*$|${BRACES.plainStatement.source}`),
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]/,
  // Constants come first, then a semicolon, then members.
  folded: (header) => (/\benum\b/.test(header) ? null : foldedAs(header, "for (;;) {")),
  // Newer than the grammars.
  opaque: /\bimport\s+module\b|\b(?:super|this)\s*\(/,
};
