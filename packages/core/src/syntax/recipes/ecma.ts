import { BRACES, type SyntaxRecipe } from "../syntax-recipe.js";

const ecma = {
  ...BRACES,
  // A statement, a member of an object, of a class, a child and an attribute of an element.
  neutrals: ["x", "x: 0", "x = 0", "{x}", "x={x}", "import x from 'x'"],
  neutralBlocks: ["{}", "x() {}", "x: {}", "x = {}"],
} as const;

export const typescript: SyntaxRecipe = {
  ...ecma,
  languageIds: ["typescript"],
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]/,
};

/** With elements (`<a>`), whose tags are brackets that the scanner does not see. */
export const ecmaWithElements: SyntaxRecipe = {
  ...ecma,
  languageIds: ["typescriptreact", "javascript", "javascriptreact"],
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]|<\/?[\w.]*[^<>]*>\s*$|^[^<]*>$/,
};
