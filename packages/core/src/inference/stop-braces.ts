/** What an open brace means: a block that encloses statements, or a literal that is part of one. */
import type { LanguageSyntax } from "../cursor/language-syntax.js";

/** How many of `brackets`, open where a statement begins, belong to what encloses it. */
export function enclosingDepth(brackets: string, syntax: LanguageSyntax): number {
  return syntax.indentationBlocks ? 0 : Math.max(brackets.lastIndexOf("{"), brackets.lastIndexOf("$")) + 1;
}

const BLOCK_KEYWORD =
  /^(?:if|else|for|foreach|while|do|switch|match|loop|unsafe|try|catch|finally|with|class|struct|enum|union|interface|trait|impl|namespace|module|mod|object|record|extension|protocol|fn|func|fun|function|get|set|select|when|guard|defer|static|init)\b/;
const MODIFIER =
  /^(?:(?:\}|export|default|public|private|protected|internal|abstract|final|static|async|pub(?:\([^)]*\))?|const|declare|sealed|partial|data|open|override|let|go|defer|case)\s+)+/;

/** True if the brace that ends `code` opens a block; false for one that opens a literal, which belongs to its statement. */
export function isBlockBrace(code: string): boolean {
  const before = code.slice(0, -1).trim();
  if (before === "") return true;
  if (/(?:=>|->)$/.test(before)) return true;
  if (
    /[=([,:?&|{]$/.test(before) ||
    /(?:^|\W)(?:return|yield|throw|default|await|typeof|in|of|as|satisfies|import|export|type)$/.test(before)
  )
    return false;
  if (before.endsWith(")") || BLOCK_KEYWORD.test(before) || BLOCK_KEYWORD.test(before.replace(MODIFIER, "")))
    return true;
  // `x := Point {`, `return Point {`, `f(Point {`: a type's name where a value stands.
  const value = /(?:=|\breturn|\((?:[^()]*,)?)\s*(&?[\w.:<>[\]*]+)$/.exec(before)?.[1];
  return value === undefined || BLOCK_KEYWORD.test(value);
}
