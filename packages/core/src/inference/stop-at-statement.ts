import { type LanguageSyntax, PLAIN_TEXT, syntaxOf } from "../cursor/language-syntax.js";
import { type LexicalState, scan } from "../cursor/lexical-state.js";
import { enclosingDepth, isBlockBrace } from "./stop-braces.js";
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
      if (syntax.indentationBlocks || isEnded(code)) return stop;
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

function opensBlock(code: string, { quote, brackets }: LexicalState, syntax: LanguageSyntax): boolean {
  if (quote !== null) return false;
  if (syntax.indentationBlocks) return code.endsWith(":") && brackets === "";
  // A brace on a line of its own is an argument or an element where a bracket stands around it.
  const isArgument = code.trim() === "{" && /[([]\{$/.test(brackets);
  return code.endsWith("{") && !isArgument && isBlockBrace(code);
}

function isDecoratorLine(code: string): boolean {
  return /^\s*@[\p{L}_][\p{L}\p{N}_.]*\s*(?:\(|$)/u.test(code) && !/[;{]$/.test(code);
}

const OPERATOR_AT_END = /(?:[=?+*&|<^.([{]|[^-]-|=>|->|\W(?:extends|implements|instanceof|new|await|and|or|not))$/;

/** True where a statement whose last line is `code` goes on below. */
export function isContinued(code: string, syntax: LanguageSyntax): boolean {
  if (syntax.backslashContinues && code.endsWith("\\")) return true;
  return !syntax.indentationBlocks && OPERATOR_AT_END.test(code) && !/(?:\+\+|--)$/.test(code);
}

/** True where no next line can continue the statement; a `}` may end one branch of `a ? {} : {}`. */
function isEnded(code: string): boolean {
  return /[;,{}]$/.test(code) && !/^\s*\?/.test(code);
}

/** A dot may join texts (PHP), too. */
const OPERATOR_AT_START = /^(?:\.[\p{L}_'"$]|\?\.|(?:\?\?|&&|\|\||->|=>)|[.?:|+\-*/%=<>&^]\s)/u;

/** Whether the line that begins at `start` continues a statement; else how much of the answer had to be known for it. */
function nextLine(answer: string, start: number): "continues" | "unknown" | number {
  let at = start;
  while (at < answer.length && /[ \t\r]/.test(answer[at] as string)) at++;
  if (at >= answer.length) return "unknown";
  if (!/[.?:|&+\-*/%=<>^]/.test(answer[at] as string)) return at + 1;
  if (answer.length < at + 2) return "unknown";
  return OPERATOR_AT_START.test(answer.slice(at, at + 2)) ? "continues" : at + 2;
}
