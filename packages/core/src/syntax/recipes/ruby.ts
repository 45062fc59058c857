import { isInHereDocument } from "../here-document.js";
import { LITTLE, type SyntaxRecipe } from "../syntax-recipe.js";

const HERE_DOCUMENT = /<<[~-]?["'`]?([A-Z_]\w*)/g;
const OPENER =
  /^(?:(?:private|protected|public|module_function|private_class_method)\s+)?(?:def|if|unless|while|until|for|begin|case|when|in|else|elsif|rescue|ensure)\b|\bdo(?:\s*\|[^|]*\|)?\s*$|=\s*(?:if|unless|case|begin|while)\b/;

/** Whether a place is in a comment over lines, or below the code, is looked for from the file's start; in UTF-16 units. */
const REACH = 100_000;

function isOutsideOfCode(before: string): boolean {
  if (before.length > REACH || before.includes("\n__END__\n")) return true;
  return before.lastIndexOf("\n=begin") > before.lastIndexOf("\n=end");
}

export const ruby: SyntaxRecipe = {
  languageIds: ["ruby"],
  little: LITTLE,
  // A statement or an element, entries of a hash.
  neutrals: ["x", "x: 0", "'x' => 0"],
  neutralBlocks: ["x {}", "x: {}"],
  boundStatement: /^(?:end|else|elsif|when|in|rescue|ensure|then)\b|^[.&|+*/=<>%^?:,-]/,
  // What the scanner takes for brackets and quotes may be a regular expression, or a literal with delimiters of its own. The grammar
  // knows no names of a lambda's own.
  opaque: /[/?%`]|<<|__END__|^=|->\s*\([^)]*;/m,
  plainStatement: /^$/,
  continuation: /^(?:end|else|elsif|when|in|rescue|ensure|then)\b|^[.&|]/,
  folded(header) {
    if (/^class\b/.test(header)) return "class X";
    if (/^module\b/.test(header)) return "module X";
    return OPENER.test(header) && !/\bend\b|\bthen\b|^def\b.*\)\s*=/.test(header) ? "def x" : null;
  },
  piecePrefix: "",
  closingBrace: "}",
  closingWord: "end",
  isElsewhere: ({ before }) => isOutsideOfCode(before) || isInHereDocument(before, HERE_DOCUMENT),
};
