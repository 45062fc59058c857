/** The piece of a file that is enough to check a completion: the top-level block at the cursor, or a block within it. */
import { type LanguageSyntax, syntaxOf } from "../cursor/language-syntax.js";
import { CLOSING_OF, lexicalStateAfter, OUTSIDE } from "../cursor/lexical-state.js";
import { likelyState } from "../cursor/lexical-state-at.js";
import { lineStartBefore } from "../cursor/line-bounds.js";
import { columnsOf } from "../inference/stop-at-block.js";
import { beginsInside, type CodeLine, codeLinesOf } from "./code-lines.js";
import type { SyntaxRecipe } from "./syntax-recipe.js";

/** Texts up to this size are checked whole, and blocks are narrowed down to it, in UTF-16 units. */
export const ENOUGH = 4_000;
/** Larger blocks that cannot be narrowed down are not checked. */
export const TOO_LARGE = 16_000;
/** How far from the cursor a block's start and end are looked for. */
const REACH = 20_000;
/** How much of a window that does not begin with the file tells whether it begins inside a string or a comment. */
const EVIDENCE = 8_000;

/** How far above that the line is looked for that encloses all the rest, in lines. */
const HEADER_REACH = 5_000;

/** Lines that stand in no parentheses, whatever was left open above. */
const DEFINITION =
  /^(?:@|(?:def|class|async def|import|from|function|export|const|let|var|func|type|public|package|fn|pub|impl|struct|enum|interface|namespace|template|static|void)\b)/;

/** A text with a hole in it. */
export interface TextAround {
  readonly before: string;
  readonly after: string;
}

interface Language {
  readonly syntax: LanguageSyntax;
  readonly recipe: SyntaxRecipe;
}

/** The piece of a text that is checked; `languageId` by LSP. */
export interface BlockRequest extends TextAround {
  readonly text: string;
  readonly languageId: string;
}

/**
 * The outermost block around `text` that is not larger than `enough`, else the innermost one; null where that is too large. What is left out
 * is replaced by nothing, the headers of outer blocks stay. By indentation, as people lay code out: where a file is laid
 * out otherwise, the piece does not parse with or without the completion, and nothing follows from it.
 */
export function enclosingBlock(request: BlockRequest, recipe: SyntaxRecipe, enough = ENOUGH): TextAround | null {
  const { before, text, after, languageId } = request;
  if (before.length + after.length <= enough) return { before, after };
  const syntax = syntaxOf(languageId);
  const language = { syntax, recipe };
  const windowStart = before.length <= REACH ? 0 : lineStartBefore(before, before.length - REACH);
  const window = before.slice(windowStart);
  const from = windowStart === 0 ? OUTSIDE : likelyState(window.slice(0, EVIDENCE), syntax);
  const above = codeLinesOf(window, syntax, from, DEFINITION);
  const lineStart = (above.at(-1) as CodeLine).start;
  const current = firstLineWithText(window.slice(lineStart) + text);
  const rest = restOfLine(after);
  const open = lexicalStateAfter(window.slice(lineStart) + text + rest, syntax, (above.at(-1) as CodeLine).before);
  // Brackets that the completion leaves open would hide all that follows.
  const below = codeLinesOf(after.slice(rest.length, REACH), syntax, { ...open, brackets: "" });

  const columnsAt = (index: number) =>
    index === above.length - 1 ? columnsOf(current) : (above[index] as CodeLine).columns;
  const chain = enclosingLines(above, current, language);
  let headers = "";
  if (columnsAt(chain[0]?.start ?? 0) > 0) {
    // The block begins above the window, or the text does with an indented line.
    headers = outerHeader(before.slice(0, windowStart), language);
    // Where nothing tells what the lines stand in, they may be anything.
    if (windowStart > 0 && headers === "") return null;
    if (windowStart === 0) chain.unshift({ start: 0, header: 0 });
  }
  let piece: TextAround | null = null;
  for (const { start, header } of chain) {
    const first = above[start] as CodeLine;
    const columns = columnsAt(start);
    const end = blockEnd(below, columns, !areDecorators(above, start) || !DECORATOR.test(current.trim()), language);
    if (end !== null || after.length <= REACH) {
      const isFromTheTop = windowStart === 0 && above.slice(0, start).every(({ beginsWithCode }) => !beginsWithCode);
      piece = {
        before: (isFromTheTop ? "" : recipe.piecePrefix) + headers + window.slice(first.start),
        after: after.slice(0, end === null ? after.length : rest.length + end) + closersOf(headers, language),
      };
      if (piece.before.length + piece.after.length <= enough) return piece;
    }
    const outer = headerOf(above, header, language);
    // What stands inside of an open header is no block.
    if (outer === null) break;
    headers += outer;
  }
  return piece !== null && piece.before.length + piece.after.length <= TOO_LARGE ? piece : null;
}

/** Where the outermost block begins above the window: the header at the left edge, as far as it is one line. */
function outerHeader(above: string, { syntax, recipe }: Language): string {
  for (let end = above.length, reach = HEADER_REACH; end > 0 && reach > 0; reach--) {
    const start = above.lastIndexOf("\n", end - 2) + 1;
    const line = above.slice(start, end).trimEnd();
    if (/^[\p{L}_]/u.test(line) && (syntax.indentationBlocks ? line.endsWith(":") : line.endsWith("{")))
      return foldedLine(line, recipe) ?? "";
    end = start;
  }
  return "";
}

function firstLineWithText(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? text;
}

function restOfLine(text: string): string {
  const lineFeed = text.indexOf("\n");
  return lineFeed < 0 ? text : text.slice(0, lineFeed + 1);
}

/** A block around the cursor: the line with which it begins, and the one that the cursor's part of it stands under. */
interface Enclosing {
  readonly start: number;
  readonly header: number;
}

/** The blocks around the last of the lines, whose text will be `current`; outermost first. */
function enclosingLines(lines: readonly CodeLine[], current: string, language: Language): Enclosing[] {
  const { syntax } = language;
  let origin = lines.length - 1;
  while (origin > 0 && beginsInside(lines[origin] as CodeLine, syntax)) origin--;
  const first = origin === lines.length - 1 ? current : (lines[origin] as CodeLine).content;
  let limit = origin === lines.length - 1 ? columnsOf(current) : (lines[origin] as CodeLine).columns;
  // The statement at the cursor by itself is the least that is checked.
  const own = isContinuation(first.trim(), language) ? partnerOf(lines, origin, limit, language) : origin;
  const chain: Enclosing[] = [{ start: decoratedStart(lines, own), header: own }];
  if (own !== origin) limit = Math.min(limit, (lines[own] as CodeLine).columns);
  for (let at = own - 1; at >= 0 && limit > 0; at--) {
    const line = lines[at] as CodeLine;
    if (!line.beginsWithCode || isTransparent(line, language) || line.columns >= limit) continue;
    while (at > 0 && beginsInside(lines[at] as CodeLine, syntax)) at--;
    const header = lines[at] as CodeLine;
    if (header.columns >= limit) continue;
    limit = header.columns;
    const start = isContinuation(header.content, language) ? partnerOf(lines, at, limit, language) : at;
    chain.unshift({ start: decoratedStart(lines, start), header: at });
  }
  return chain;
}

/** The line that began what the line at `index` goes on with. */
function partnerOf(lines: readonly CodeLine[], index: number, columns: number, language: Language): number {
  for (let at = index - 1; at >= 0; at--) {
    const line = lines[at] as CodeLine;
    if (!line.beginsWithCode || isTransparent(line, language) || line.columns > columns) continue;
    if (!isContinuation(line.content, language) && !beginsInside(line, language.syntax)) return at;
  }
  return 0;
}

/** Lines at the left edge that belong to no block: directives of the preprocessor, labels. */
function isTransparent({ content, code }: CodeLine, { syntax }: Language): boolean {
  return !syntax.indentationBlocks && (DIRECTIVE.test(content) || /^\w+:$/.test(code));
}

const DIRECTIVE = /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|pragma|include|error|line)\b/;
const DECORATOR = /^(?:@|#!?\[)/;

function isContinuation(content: string, { recipe }: Pick<Language, "recipe">): boolean {
  return /^[)\]}]/.test(content) || recipe.continuation.test(content);
}

/** Decorators and attributes belong to the line after them. */
function decoratedStart(lines: readonly CodeLine[], start: number): number {
  let at = start;
  while (at > 0 && DECORATOR.test((lines[at - 1] as CodeLine).content)) at--;
  return at;
}

function areDecorators(lines: readonly CodeLine[], start: number): boolean {
  return lines.slice(start).every(({ beginsWithCode, content }) => !beginsWithCode || DECORATOR.test(content));
}

/** Where, in the lines after the cursor's, the block ends that began at `columns`; null where it goes on to their end. */
function blockEnd(lines: readonly CodeLine[], columns: number, isBegun: boolean, language: Language): number | null {
  let hasBegun = isBegun;
  for (const line of lines) {
    if (!line.beginsWithCode || isTransparent(line, language) || line.columns > columns) continue;
    if (line.columns === columns && isContinuation(line.content, language)) continue;
    if (line.columns < columns || hasBegun) return line.start;
    hasBegun = !DECORATOR.test(line.content);
  }
  return null;
}

/** The line that encloses a block whose siblings are left out: its header, up to what opens the block; null where none does. */
function headerOf(lines: readonly CodeLine[], index: number, { syntax, recipe }: Language): string | null {
  const first = lines[index] as CodeLine;
  if (syntax.indentationBlocks) return foldedLine(first.content, recipe, " ".repeat(first.columns));
  let header = "";
  for (const line of lines.slice(index, index + LONGEST_HEADER)) {
    header += `${line.code.trim()}\n`;
    if (line.after.brackets.endsWith("{") && line.code.trimEnd().endsWith("{"))
      return foldedLine(header.trimEnd(), recipe);
  }
  // No brace: a label, or a header whose statement is the block. Any other goes on.
  const isWhole = first.after.brackets.length <= first.before.brackets.length && BRACELESS.test(first.code);
  return isWhole ? foldedLine(first.code.trim(), recipe) : null;
}

function foldedLine(header: string, recipe: SyntaxRecipe, indentation = ""): string | null {
  const folded = recipe.folded(header);
  return folded === null ? null : `${indentation}${folded}\n`;
}

const BRACELESS = /[):]\s*$|\b(?:else|do)\s*$/;

/** In lines. */
const LONGEST_HEADER = 20;

function closersOf(headers: string, { syntax, recipe }: Language): string {
  const { brackets } = lexicalStateAfter(headers, syntax);
  if (brackets === "" || syntax.indentationBlocks) return "";
  const closers = [...brackets].reverse().map((each) => (each === "{" ? recipe.closingBrace : CLOSING_OF[each]));
  return `\n${closers.join("")}${brackets.includes("(") ? ";" : ""}\n`;
}
