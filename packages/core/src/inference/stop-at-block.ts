import { type LanguageSyntax, syntaxOf } from "../cursor/language-syntax.js";
import { scan } from "../cursor/lexical-state.js";
import { endOfLine, type FoundStop, type StopState } from "./stop-state.js";

/** Python's own tab stops. */
const TAB_WIDTH = 8;

/**
 * At the line break before the first line that is indented less than the block at the cursor (HumanEval-Infilling
 * multi-line, SAFIM block). The block's indentation is that of the cursor's line or, where nothing is typed there yet, of
 * the first line that the answer writes; after a line that opens a block (`def f():`, `if (x) {`) it is one column more than the line's.
 * `else:` and the like stand at their header's indentation, so they are not part of the block before them.
 * Lines inside brackets and strings that the block opened do not count; comments count only if the code after them
 * leaves the block too.
 */
export function stopAtBlock(answer: string, state: StopState): FoundStop | null {
  const syntax = syntaxOf(state.languageId);
  const lineLexical = state.lineLexical ?? state.lexical;
  const typedColumns = columnsOf(state.linePrefix);
  const isTyped = state.linePrefix.trim() !== "";
  let lexical = lineLexical;
  let depth = lineLexical.brackets.length;
  let indent: number | null = isTyped || typedColumns > 0 ? typedColumns : null;
  let mayBeHeader = isTyped;
  // The end of the last line that belongs to the block.
  let blockEnd = 0;

  for (let start = 0; ; ) {
    const lineFeed = answer.indexOf("\n", start);
    const line = (start === 0 ? state.linePrefix : "") + answer.slice(start, lineFeed < 0 ? answer.length : lineFeed);
    const content = line.trimStart();
    const isCode =
      content !== "" && !isComment(content, syntax) && !(lineFeed < 0 && mayBecomeComment(content, syntax));
    const isProse = lexical.quote !== null || lexical.comment === "block";
    const isDedent =
      indent !== null && content !== "" && !isProse && lexical.brackets.length <= depth && columnsOf(line) < indent;
    if (start > 0 && isDedent && isCode)
      return { end: blockEnd, reason: "block", knownAt: knownAt(answer, start, content, syntax) };
    if (lineFeed < 0) return null;
    if (start === 0 || (content !== "" && !isDedent)) blockEnd = endOfLine(answer, lineFeed);

    const scanned = scan(`${line}\n`, syntax, lexical);
    lexical = scanned.state;
    if (indent === null && isCode) {
      indent = columnsOf(line);
      mayBeHeader = indent === 0;
    }
    if (mayBeHeader && indent !== null && isCode && lexical.quote === null) {
      const code = line.slice(0, scanned.codeEnd);
      const isOpen = lexical.brackets.length > depth;
      if (opensBlock(code, syntax) && !(syntax.indentationBlocks && isOpen)) {
        mayBeHeader = false;
        indent++;
        depth = lexical.brackets.length;
      } else mayBeHeader = isOpen || code.trimStart().startsWith("@");
    }
    start = lineFeed + 1;
  }
}

function opensBlock(code: string, syntax: LanguageSyntax): boolean {
  return syntax.indentationBlocks ? code.endsWith(":") : code.endsWith("{");
}

/** Width of the white space at the start of `line`. */
export function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns++;
    else if (character === "\t") columns += TAB_WIDTH - (columns % TAB_WIDTH);
    else break;
  }
  return columns;
}

function isComment(content: string, syntax: LanguageSyntax): boolean {
  const openers = [...syntax.lineComments, ...(syntax.blockComment?.slice(0, 1) ?? [])];
  return openers.some((each) => content.startsWith(each));
}

/** True if more text could make `content`, the beginning of a line, a comment. */
function mayBecomeComment(content: string, syntax: LanguageSyntax): boolean {
  const openers = [...syntax.lineComments, ...(syntax.blockComment?.slice(0, 1) ?? [])];
  return openers.some((each) => each.length > content.length && each.startsWith(content));
}

/** How much of the answer shows that the line at `start` is code. */
function knownAt(answer: string, start: number, content: string, syntax: LanguageSyntax): number {
  const first = answer.indexOf(content.slice(0, 1), start);
  return first + (mayBecomeComment(content.slice(0, 1), syntax) ? 2 : 1);
}
