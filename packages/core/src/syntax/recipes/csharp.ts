import { BRACES, LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

/** How far back a directive is looked for, in UTF-16 units. */
const REACH = 20_000;
const CONDITION = /^[ \t]*#[ \t]*(?:if|elif|else|endif)\b/gm;

/** Within `#if`, where blocks have begun: the grammar knows it around whole statements and members alone. */
function isConditional(before: string): boolean {
  const windowStart = Math.max(0, before.length - REACH);
  const last = [...before.slice(windowStart).matchAll(CONDITION)].at(-1);
  if (last === undefined || last[0].endsWith("endif")) return false;
  const firstBrace = before.indexOf("{");
  return firstBrace >= 0 && firstBrace < windowStart + last.index;
}

/**
 * What the preprocessor makes of lines, no parser of the language tells. The grammar does not know assignments through a pointer or
 * a conditional access, slices with a pattern, `allows ref struct`, `extension` blocks.
 */
const OPAQUE = /^[ \t]*[#*]|\?[.[][^;]*[^=!<>]=(?![=>])|\.\.\s*[\p{L}{]|\ballows\s+ref\b|\bextension\s*[(<]/mu;

export const csharp: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["csharp"],
  needsEnd: true,
  little: LITTLE,
  // A statement, a member, a constant of an enum or an argument, an entry of an initialiser, a using.
  neutrals: ["x()", "int x", "x", "x = 0", "using x"],
  neutralBlocks: ["{}", "void x() {}"],
  // An accessor only makes sense in a property, a constraint after a header, an attribute before something.
  boundStatement: /^(?:else|catch|finally|case|default|while|where|when|get|set|add|remove|init)\b|^[[@.?:&|+*/=<>%^-]/,
  continuation: new RegExp(`^(?:where|when)\\b|${BRACES.continuation.source}`, "u"),
  // What is created may be filled on the next lines, and a query goes on there.
  plainStatement: new RegExp(
    `^(?![^]*\\b(?:new|switch|from|delegate|stackalloc)\\b)(?:${BRACES.plainStatement.source})`,
  ),
  opaque: OPAQUE,
  isElsewhere: ({ before }) => isConditional(before),
};
