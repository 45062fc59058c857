import { BRACES } from "../syntax-recipe.js";

/** What TypeScript and JavaScript have in common. */
export const ECMA = {
  ...BRACES,
  // A statement, a member of an object, of a class, a child and an attribute of an element.
  neutrals: ["x", "x: 0", "x = 0", "{x}", "x={x}", "import x from 'x'"],
  neutralBlocks: ["{}", "x() {}", "x: {}", "x = {}"],
  // A `>` at the start of a line closes the type arguments of one above it.
  boundStatement: /^(?:else|catch|finally|case|default|while)\b|^[@.?:&|+*/=<>%^-]|\n[^\S\n]*>/,
} as const;

/** Tags (`<a>`) are brackets that the scanner does not see: what ends with one may open or close something. */
const TAG = /<[^<>]*>\s*$|^[^<]*>$/;

/** `ECMA` for languages with elements. */
export const ECMA_WITH_ELEMENTS = {
  ...ECMA,
  boundStatement: new RegExp(`${ECMA.boundStatement.source}|${TAG.source}`),
} as const;
