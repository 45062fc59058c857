import { BRACES, LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

export const C_LIKE = {
  ...BRACES,
  // What the preprocessor makes of lines, no parser of the language tells.
  boundStatement: /^(?:else|catch|case|default|while|public|private|protected)\b|^[#.?:&|+*/=<>%^~-]|\\\s*$|^\w+\s*:/,
  continuation: /^(?:else|catch|case|default)\b|^[^\p{L}\p{N}_"'(*~!:[]|^\w+\s*:(?!:)/u,
  // A directive, or what may be a macro: it can stand for anything.
  opaque: /^[ \t]*#(?!\s*include\b)|\b(?!NULL\b)[A-Z][A-Z0-9_]{2,}\b/m,
  closingBrace: "};",
  little: LITTLE,
  needsEnd: true,
} as const;

const WORDS =
  "static|const|extern|inline|volatile|register|auto|unsigned|signed|long|short|struct|union|enum|typedef|return|else|do|goto|case|sizeof";

/** A word that is none of the language's before a function's type or a word for a type: a macro, as in `local int f(void)`. */
const MACRO_BEFORE_TYPE = [
  `^[ \\t]*(?!(?:${WORDS})\\b)[a-z_]\\w*\\s+\\w+\\s+\\*?\\w+\\s*\\(`,
  `\\b(?!(?:${WORDS})\\b)[a-z_]\\w*[ \\t]+(?:unsigned|signed|char|short|int|long|float|double|void)\\b`,
].join("|");

/** Parsed as C++, whose keywords may be names in C. */
export const c: SyntaxRecipe = {
  ...C_LIKE,
  languageIds: ["c"],
  neutrals: ["x()", "int x", "x", ".x = 0"],
  neutralBlocks: ["{}", "void x() {}"],
  opaque: new RegExp(`${C_LIKE.opaque.source}|${MACRO_BEFORE_TYPE}`, "m"),
  boundStatement: new RegExp(
    `${C_LIKE.boundStatement.source}|\\b(?:class|new|delete|template|this|operator|namespace|private|public|try|catch|throw|typename|using|virtual|friend|export)\\b`,
  ),
};
