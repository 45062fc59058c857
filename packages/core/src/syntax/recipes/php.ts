import { isInHereDocument } from "../here-document.js";
import { BRACES, foldedAs, LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

const HERE_DOCUMENT = /<<<[ \t]*["']?(\w+)["']?\s*$/g;

/** How far from the cursor the tags of the language are looked for, in UTF-16 units. */
const REACH = 100_000;

/** In the HTML around the code, or near it; where no tag is near, it may be either. */
function isOutsideOfCode(before: string, after: string): boolean {
  const near = before.slice(-REACH);
  const [opened, closed] = [near.lastIndexOf("<?"), near.lastIndexOf("?>")];
  const isUnclear = opened < 0 && before.length > REACH;
  return isUnclear || closed > opened || after.slice(0, REACH).includes("?>");
}

export const php: SyntaxRecipe = {
  ...BRACES,
  languageIds: ["php"],
  needsEnd: true,
  little: LITTLE,
  // A statement, a property, a parameter or an element, an entry of an array, a trait or an import.
  neutrals: ["x()", "public $x", "$x", "'x' => 0", "use x"],
  neutralBlocks: ["{}", "function x() {}"],
  boundStatement:
    /^(?:else|elseif|catch|finally|case|default|while|end(?:if|for|foreach|while|switch)|insteadof|implements|extends)\b|^[#@.?:&|+*/=<>%^-]/,
  continuation: new RegExp(`^(?:elseif|end(?:if|for|foreach|while|switch))\\b|${BRACES.continuation.source}`, "u"),
  plainStatement: /^(?:return|throw|break|continue)\b|^\$[\w$>[\]'":-]+\s*(?:[-+*/.%|&^]|\?\?)?=(?![=>])/,
  folded: (header) => foldedAs(header, "for (;;) {"),
  piecePrefix: "<?php\n",
  opaque: /\?>|<\?|<<</,
  isElsewhere: ({ before, after }) => isOutsideOfCode(before, after) || isInHereDocument(before, HERE_DOCUMENT),
};
