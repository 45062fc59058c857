import { type LanguageSyntax, PLAIN_TEXT, syntaxOf } from "../cursor/language-syntax.js";
import { type LexicalState, scan } from "../cursor/lexical-state.js";
import { endOfLine, type FoundStop, type StopState, stopAtLine } from "./stop-state.js";

/**
 * MCCom 4.3 ends an answer "upon completing a syntactically valid statement" and does not say how that is found. Our
 * reading: at a line break outside the brackets and strings that the statement opened, once there is code on the line;
 * a block header ends with its line (`if x:`, `if (x) {`). In detail:
 * - Blank lines, comments and decorators before a statement belong to it. A comment that was typed before the cursor
 *   ends with its line, and so does each line of a block comment, and of a string whose end stands after the cursor.
 * - Where the typed line is complete and the answer begins with a line break, the next statement is wanted if the
 *   line is a header, a comment or ends with an open bracket; else the answer ends at once.
 * - Brackets that the text after the cursor closes are not the answer's to close: inside them it ends with the element's
 *   line. In Python all other open brackets belong to the statement; in languages with braces those inside the
 *   innermost brace that was open before the cursor's line, so that in a long object literal each entry ends by itself.
 * - A backslash or, outside Python, an operator at the end of a line continues the statement. So does a next line that
 *   begins with `.name` or an operator: known only when its first characters are there, unless `;`, `,` or a brace ended the line.
 */
export function stopAtStatement(answer: string, state: StopState): FoundStop | null {
  const syntax = syntaxOf(state.languageId);
  const lineLexical = state.lineLexical ?? state.lexical;
  if (syntax === PLAIN_TEXT || isProse(state, lineLexical)) return stopAtLine(answer, "statement");

  let lexical = lineLexical;
  let depth = enclosingDepth(lineLexical.brackets, syntax);
  if (state.isClosedAfter === true) depth = Math.max(depth, state.lexical.brackets.length);
  let isDecorator = false;
  let hasBegun = false;

  for (let start = 0, lineFeed = answer.indexOf("\n"); lineFeed >= 0; ) {
    const isFirst = start === 0;
    // The first line is scanned whole: the cursor may stand inside a delimiter.
    const line = (isFirst ? state.linePrefix : "") + answer.slice(start, lineFeed + 1);
    const scanned = scan(line, syntax, lexical);
    lexical = scanned.state;
    const code = line.slice(0, scanned.codeEnd);
    const hasCode = code.trim() !== "";
    const stop: FoundStop = { end: endOfLine(answer, lineFeed), reason: "statement", knownAt: lineFeed + 1 };
    const isOpen = lexical.brackets.length > depth || lexical.comment === "block" || lexical.quote !== null;
    start = lineFeed + 1;
    lineFeed = answer.indexOf("\n", start);

    if (isFirst && state.linePrefix.trim() !== "" && answer.slice(0, stop.end).trim() === "") {
      if (!hasCode || opensBlock(code, lexical, syntax) || isDecoratorLine(code)) {
        depth = enclosingDepth(lexical.brackets, syntax);
        hasBegun = false;
        continue;
      }
      if (/[([{]$/.test(code)) continue;
    }
    if (!hasCode) {
      if (isFirst && state.linePrefix.trim() !== "" && !isOpen) return stop;
      continue;
    }
    if (!hasBegun) isDecorator = isDecoratorLine(code);
    hasBegun = true;
    if (isOpen) {
      if (!syntax.indentationBlocks && opensBlock(code, lexical, syntax)) return stop;
    } else if (isDecorator && !code.endsWith(";")) hasBegun = false;
    else if (!isContinued(code, syntax)) {
      if (syntax.indentationBlocks || /[;,{}]$/.test(code)) return stop;
      const next = nextLine(answer, start);
      if (next === "unknown") return null;
      if (next !== "continues") return { ...stop, knownAt: next };
    }
  }
  return null;
}

/** Inside a comment that was opened on an earlier line, or in a string whose end stands after the cursor. */
function isProse({ lexical, isClosedAfter }: StopState, lineLexical: LexicalState): boolean {
  if (lexical.comment === "block") return lineLexical.comment === "block";
  return lexical.quote !== null && isClosedAfter === true;
}

function opensBlock(code: string, lexical: LexicalState, syntax: LanguageSyntax): boolean {
  if (lexical.quote !== null) return false;
  return syntax.indentationBlocks
    ? code.endsWith(":") && lexical.brackets === ""
    : code.endsWith("{") && isBlockBrace(code);
}

/** How many of `brackets`, open where a statement begins, belong to what encloses it. */
export function enclosingDepth(brackets: string, syntax: LanguageSyntax): number {
  return syntax.indentationBlocks ? 0 : Math.max(brackets.lastIndexOf("{"), brackets.lastIndexOf("$")) + 1;
}

function isDecoratorLine(code: string): boolean {
  return /^\s*@[\p{L}_][\p{L}\p{N}_.]*\s*(?:\(|$)/u.test(code) && !/[;{]$/.test(code);
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
  if (/[=([,:?&|{]$/.test(before) || /(?:^|\W)(?:return|yield|throw|default|await|typeof|in|of)$/.test(before))
    return false;
  if (before.endsWith(")") || BLOCK_KEYWORD.test(before) || BLOCK_KEYWORD.test(before.replace(MODIFIER, "")))
    return true;
  // `x := Point {`, `return Point {`, `f(Point {`: a type's name where a value stands.
  const value = /(?:=|\breturn|[(,])\s*(&?[\w.:<>[\]*]+)$/.exec(before)?.[1];
  return value === undefined || BLOCK_KEYWORD.test(value);
}

const OPERATOR_AT_END = /(?:[=?+*&|<^.([{]|[^-]-|=>|->|\W(?:extends|implements|instanceof|new|await|and|or|not))$/;

function isContinued(code: string, syntax: LanguageSyntax): boolean {
  if (syntax.backslashContinues && code.endsWith("\\")) return true;
  return !syntax.indentationBlocks && OPERATOR_AT_END.test(code) && !/(?:\+\+|--)$/.test(code);
}

const OPERATOR_AT_START = /^(?:\.[\p{L}_]|\?\.|(?:\?\?|&&|\|\||->|=>)|[?:|+\-*/%=<>&^]\s)/u;

/** Whether the line that begins at `start` continues a statement; else how much of the answer had to be known for it. */
function nextLine(answer: string, start: number): "continues" | "unknown" | number {
  let at = start;
  while (at < answer.length && /[ \t\r]/.test(answer[at] as string)) at++;
  if (at >= answer.length) return "unknown";
  if (!/[.?:|&+\-*/%=<>^]/.test(answer[at] as string)) return at + 1;
  if (answer.length < at + 2) return "unknown";
  return OPERATOR_AT_START.test(answer.slice(at, at + 2)) ? "continues" : at + 2;
}
