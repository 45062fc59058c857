import { BRACES, type SyntaxRecipe } from "../syntax-recipe.js";

export const java: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["java"],
  // A statement, a member, a constant of an enum or an argument.
  neutrals: ["x()", "int x", "x", "import x"],
  neutralBlocks: ["{}", "void x() {}", "x() {}"],
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]/,
};
