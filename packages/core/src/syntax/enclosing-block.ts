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
/** How far after it, at first: a block that ends further down is larger than `ENOUGH`. */
const NEAR = ENOUGH;
/** How much of a window that does not begin with the file tells whether it begins inside a string or a comment. */
const EVIDENCE = 8_000;

/** How far above that the line is looked for that encloses all the rest: lines, and UTF-16 units, most lines being short. */
const HEADER_REACH = { lines: 5_000, units: 400_000 };
/** A longer line is data, and what it opens cannot be told without reading it; in UTF-16 units. */
const LONGEST_OUTER_HEADER = 1_000;

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
  return enclosingBlocks(request, recipe)(enough);
}

/** `enclosingBlock` for several sizes: what is around the text is read once. */
export function enclosingBlocks(request: BlockRequest, recipe: SyntaxRecipe): (enough: number) => TextAround | null {
  let blocks: readonly Block[] | null = null;
  return (enough) => {
    const { before, after } = request;
    if (before.length + after.length <= enough) return { before, after };
    blocks ??= [...blocksAround(request, recipe)];
    let innermost: Block | null = null;
    for (const block of blocks) {
      const piece = block.within(NEAR);
      if (piece !== null && sizeOf(piece) <= enough) return piece;
      innermost = block;
    }
    const piece = innermost?.within(REACH) ?? null;
    return piece !== null && sizeOf(piece) <= TOO_LARGE ? piece : null;
  };
}

/** A block around the cursor, with the headers that enclose it. */
interface Block {
  /** Null where it does not end so near after the cursor, in UTF-16 units. */
  within(reach: number): TextAround | null;
}

function sizeOf({ before, after }: TextAround): number {
  return before.length + after.length;
}

/** Outermost first. */
function* blocksAround(request: BlockRequest, recipe: SyntaxRecipe): Generator<Block> {
  const { before, text, after, languageId } = request;
  const syntax = syntaxOf(languageId);
  const language = { syntax, recipe };
  const windowStart = before.length <= REACH ? 0 : lineStartBefore(before, before.length - REACH);
  const window = before.slice(windowStart);
  const from = windowStart === 0 ? OUTSIDE : likelyState(window.slice(0, EVIDENCE), syntax);
  const above = codeLinesOf(window, syntax, from, DEFINITION);
  const lineStart = (above.at(-1) as CodeLine).start;
  const current = firstLineWithCode(window.slice(lineStart) + text, syntax, (above.at(-1) as CodeLine).before);
  const rest = restOfLine(after);
  const open = lexicalStateAfter(window.slice(lineStart) + text + rest, syntax, (above.at(-1) as CodeLine).before);
  const linesWithin = new Map<number, CodeLine[]>();
  const belowWithin = (reach: number): CodeLine[] => {
    // Brackets that the completion leaves open would hide all that follows.
    const lines =
      linesWithin.get(reach) ?? codeLinesOf(after.slice(rest.length, reach), syntax, { ...open, brackets: "" });
    linesWithin.set(reach, lines);
    return lines;
  };

  const columnsAt = (index: number) =>
    index === above.length - 1 ? columnsOf(current) : (above[index] as CodeLine).columns;
  const chain = enclosingLines(above, current, language);
  let headers = "";
  let isInSwitch = false;
  if (columnsAt(chain[0]?.start ?? 0) > 0) {
    // The block begins above the window, or the text does with an indented line.
    headers = outerHeader(before.slice(0, windowStart), language);
    // Where nothing tells what the lines stand in, they may be anything.
    if (windowStart > 0 && headers === "") return;
    if (windowStart === 0) chain.unshift({ start: 0, header: 0, brace: null });
  }
  for (const enclosing of chain) {
    const { start } = enclosing;
    const columns = columnsAt(start);
    const isFromTheTop = windowStart === 0 && above.slice(0, start).every(({ beginsWithCode }) => !beginsWithCode);
    const around = (isFromTheTop ? "" : recipe.piecePrefix) + headers;
    const closers = closersOf(headers, language);
    // Statements may stand at the column of their labels: by themselves they belong to no switch.
    if (!isInSwitch)
      yield {
        within(reach) {
          const isBegun = !areDecorators(above, start, language) || !isDecorator(current.trim(), language);
          const end = blockEnd(belowWithin(reach), columns, isBegun, language);
          if (end === null && after.length > reach) return null;
          return {
            before: around + window.slice((above[start] as CodeLine).start),
            after: after.slice(0, end === null ? after.length : rest.length + end) + closers,
          };
        },
      };
    const outer = headerOf(above, enclosing, language);
    // What stands inside of an open header is no block.
    if (outer === null) return;
    headers += outer;
    isInSwitch = !syntax.indentationBlocks && /^switch\b/.test((above[enclosing.header] as CodeLine).content);
  }
}

/** Where the outermost block begins above the window: the header at the left edge, as far as it is one line. */
function outerHeader(whole: string, { syntax, recipe }: Language): string {
  const above = whole.slice(-HEADER_REACH.units);
  for (let end = above.length, reach = HEADER_REACH.lines; end > 0 && reach > 0; reach--) {
    const start = above.lastIndexOf("\n", end - 2) + 1;
    // Of a line that was cut, the beginning is not known.
    if (start === 0 && above.length < whole.length) break;
    const line = above.slice(start, end).trimEnd();
    if (/^[\p{L}_]/u.test(line) && opensBlock(line, { syntax, recipe }))
      return line.length > LONGEST_OUTER_HEADER ? "" : (foldedLine(line, recipe) ?? "");
    end = start;
  }
  return "";
}

function opensBlock(line: string, { syntax, recipe }: Language): boolean {
  if (recipe.closingWord !== undefined) return recipe.folded(line) !== null;
  return line.endsWith(syntax.indentationBlocks ? ":" : "{");
}

/** A comment says nothing of where the statement below it belongs. */
function firstLineWithCode(text: string, syntax: LanguageSyntax, from: CodeLine["before"]): string {
  const code = codeLinesOf(text, syntax, from).find(({ beginsWithCode }) => beginsWithCode);
  if (code !== undefined) return text.slice(code.start, code.end);
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
  /** The line of the brace that opens the block, if that stands alone. */
  readonly brace: number | null;
}

/** The blocks around the last of the lines, whose text will be `current`; outermost first. */
function enclosingLines(lines: readonly CodeLine[], current: string, language: Language): Enclosing[] {
  const { syntax } = language;
  let origin = lines.length - 1;
  while (origin > 0 && beginsInside(lines[origin] as CodeLine, syntax)) origin--;
  const first = origin === lines.length - 1 ? current : (lines[origin] as CodeLine).content;
  let limit = origin === lines.length - 1 ? columnsOf(current) : (lines[origin] as CodeLine).columns;
  // The statement at the cursor by itself is the least that is checked.
  const isComment = origin < lines.length - 1 && !(lines[origin] as CodeLine).beginsWithCode;
  const goesOn = !isComment && isContinuation(first.trim(), language);
  const own = goesOn ? partnerOf(lines, origin, limit, language) : origin;
  const chain: Enclosing[] = [{ start: decoratedStart(lines, own, language), header: own, brace: null }];
  if (own !== origin) limit = Math.min(limit, (lines[own] as CodeLine).columns);
  for (let at = own - 1; at >= 0 && limit > 0; at--) {
    const line = lines[at] as CodeLine;
    if (!line.beginsWithCode || isTransparent(line, language) || line.columns >= limit) continue;
    while (at > 0 && beginsInside(lines[at] as CodeLine, syntax)) at--;
    const header = lines[at] as CodeLine;
    if (header.columns >= limit) continue;
    limit = header.columns;
    const start = isContinuation(header.content, language) ? partnerOf(lines, at, limit, language) : at;
    // A brace on a line of its own belongs to the header above it.
    const isBrace = header.code.trim() === "{";
    chain.unshift({
      start: decoratedStart(lines, start, language),
      header: isBrace ? start : at,
      brace: isBrace ? at : null,
    });
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

const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|pragma|include|error|line|region|endregion|nullable|warning)\b/;
const DECORATOR = /^(?:@|#!?\[)/;

function isContinuation(content: string, { recipe }: Pick<Language, "recipe">): boolean {
  return /^[)\]}]/.test(content) || recipe.continuation.test(content);
}

/** Decorators and attributes belong to the line after them. */
function decoratedStart(lines: readonly CodeLine[], start: number, language: Language): number {
  let at = start;
  while (at > 0 && isDecorator((lines[at - 1] as CodeLine).content, language)) at--;
  return at;
}

function areDecorators(lines: readonly CodeLine[], start: number, language: Language): boolean {
  return lines.slice(start).every(({ beginsWithCode, content }) => !beginsWithCode || isDecorator(content, language));
}

/** Where words close blocks, an `@` begins a variable's name. */
function isDecorator(content: string, { recipe }: Language): boolean {
  return recipe.closingWord === undefined && DECORATOR.test(content);
}

/** Where, in the lines after the cursor's, the block ends that began at `columns`; null where it goes on to their end. */
function blockEnd(lines: readonly CodeLine[], columns: number, isBegun: boolean, language: Language): number | null {
  let hasBegun = isBegun;
  for (const line of lines) {
    if (!line.beginsWithCode || isTransparent(line, language) || line.columns > columns) continue;
    if (line.columns === columns && isContinuation(line.content, language)) continue;
    if (line.columns < columns || hasBegun) return line.start;
    hasBegun = !isDecorator(line.content, language);
  }
  return null;
}

/** The line that encloses a block whose siblings are left out: its header, up to what opens the block; null where none does. */
function headerOf(
  lines: readonly CodeLine[],
  { header: index, brace }: Enclosing,
  { syntax, recipe }: Language,
): string | null {
  const first = lines[index] as CodeLine;
  if (syntax.indentationBlocks) return foldedLine(first.content, recipe, " ".repeat(first.columns));
  if (recipe.closingWord !== undefined) return foldedLine(first.code.trim(), recipe);
  let header = "";
  for (let at = index; at < Math.min(lines.length, index + LONGEST_HEADER); at++) {
    const line = lines[at] as CodeLine;
    header += `${line.code.trim()}\n`;
    if (!line.after.brackets.endsWith("{") || !line.code.trimEnd().endsWith("{")) continue;
    return brace === null || brace === at ? foldedLine(header.trimEnd(), recipe) : null;
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
  // One line a header.
  if (recipe.closingWord !== undefined) return `\n${headers.replace(/.*\n/g, `${recipe.closingWord}\n`)}`;
  const { brackets } = lexicalStateAfter(headers, syntax);
  if (brackets === "" || syntax.indentationBlocks) return "";
  const closers = [...brackets].reverse().map((each) => (each === "{" ? recipe.closingBrace : CLOSING_OF[each]));
  return `\n${closers.join("")}${brackets.includes("(") ? ";" : ""}\n`;
}
