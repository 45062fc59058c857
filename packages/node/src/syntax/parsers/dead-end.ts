import { type LexicalState, lexicalStateAfter, type SyntaxProblem, syntaxOf } from "@nearfirst/core";

export interface FoundProblem extends SyntaxProblem {
  readonly start: number;
  /** Where the token ends that cannot follow, if what comes after it changes nothing of that; in UTF-16 units. */
  readonly certainAt: number | null;
}

/**
 * The place where a tree-sitter parser has no way to go on, read off its log. An LR parser takes no token that cannot
 * follow what came before, so the text up to there is the beginning of some text of the language, and with the next
 * token it is none. The tree does not tell: its errors stand where they cost least.
 */
export class DeadEnd {
  /** Where the reading stands that the parser is working on. Its columns and sizes are bytes of UTF-16. */
  #at = { row: 0, column: 0 };
  /** Size of the token after it, white space before it included. */
  #lookaheadSize = 0;
  /** The furthest end of a reading. */
  #end = { row: -1, column: 0, size: 0, isTextEnd: false };
  #isReached = false;

  /** True once no reading is left: from there on the parser recovers. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Takes the messages of a parser that runs, in order. */
  hear(message: string): void {
    if (this.#isReached) return;
    if (message.startsWith("process ")) {
      const [, row, column] = /row:(\d+), col:(\d+)/.exec(message) ?? [];
      this.#at = { row: Number(row), column: Number(column) };
    } else if (message.startsWith("lexed_lookahead ")) {
      this.#lookaheadSize = Number(/size:(\d+)$/.exec(message)?.[1]);
    } else if (message.startsWith("detect_error ")) {
      const { row, column } = this.#at;
      if (row < this.#end.row || (row === this.#end.row && column < this.#end.column)) return;
      this.#end = { row, column, size: this.#lookaheadSize, isTextEnd: message.endsWith(" lookahead:end") };
    } else if (message.startsWith("resume ")) {
      this.#isReached = true;
    }
  }

  problemIn(text: string, languageId: string): FoundProblem {
    const { row, column, size, isTextEnd } = this.#end;
    let lineStart = 0;
    for (let each = 0; each < row; each++) lineStart = text.indexOf("\n", lineStart) + 1;
    const after = lineStart + column / 2;
    const start = after + (/\S/.exec(text.slice(after))?.index ?? 0);
    if (isTextEnd) return { start, isUnfinished: !isInCutString(text, after, languageId), certainAt: null };
    const end = after + size / 2;
    const syntax = syntaxOf(languageId);
    const from = lexicalStateAfter(text.slice(0, after), syntax);
    const isAtText = isProse(from) || TEXT_START.test(text.slice(start));
    // What the text's end may have cut says nothing.
    const isUnfinished = end >= text.length || isInOpenText(text, start, languageId);
    return { start, isUnfinished, certainAt: isUnfinished || isAtText ? null : end };
  }
}

/** What begins a string or a comment. */
const TEXT_START = /^(?:\/\*|\w*#*["'`])/;

/** True inside a string that must end with its line, where the line has ended. */
function isInCutString(text: string, at: number, languageId: string): boolean {
  if (!/^[^\S\n]*\n/.test(text.slice(at))) return false;
  const syntax = syntaxOf(languageId);
  const { quote } = lexicalStateAfter(text.slice(0, at), syntax);
  return quote !== null && !syntax.multilineQuotes.includes(quote);
}

/** True where a string or a comment begins, or goes on, that nothing closes: it is read as other tokens. */
function isInOpenText(text: string, start: number, languageId: string): boolean {
  const syntax = syntaxOf(languageId);
  const rest = text.slice(start);
  const from = lexicalStateAfter(text.slice(0, start), syntax);
  return isProse(lexicalStateAfter(rest, syntax, from)) && (isProse(from) || TEXT_START.test(rest));
}

function isProse({ quote, comment }: LexicalState): boolean {
  return quote !== null || comment === "block";
}
