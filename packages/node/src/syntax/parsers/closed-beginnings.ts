import { CLOSING_OF, codeLinesOf, type LexicalState, OUTSIDE, syntaxOf } from "@nearfirst/core";

/** After which code a statement is over, in the languages of tree-sitter's grammars. */
const STATEMENT_END = /[;{}]$/;
/** After which code an element of a list is over, or the list begins. */
const ELEMENT_END = /[,([]$/;

/**
 * Beginnings of `text` that end before `end`, with what closes their brackets: texts that parse, most likely, if all before
 * `end` is sound. The last whole element of a list, if the text ends in one, then the last whole statement.
 */
export function closedBeginnings(text: string, end: number, languageId: string): string[] {
  const lines = codeLinesOf(text.slice(0, end), syntaxOf(languageId), OUTSIDE);
  let statement = { length: 0, brackets: "" };
  let element = statement;
  let code = "";
  let codeEnd = 0;
  for (const line of lines) {
    const { start, before } = line;
    if (!isProse(before)) {
      const isInBlocks = /^\{*$/.test(before.brackets);
      if (isInBlocks && (code === "" || STATEMENT_END.test(code)))
        statement = { length: start, brackets: before.brackets };
      else if (ELEMENT_END.test(code))
        element = { length: codeEnd - (code.endsWith(",") ? 1 : 0), brackets: before.brackets };
    }
    if (line.code.trim() === "") continue;
    code = line.code;
    codeEnd = start + code.length;
  }
  return [element, statement]
    .filter(({ length }, index) => length > 0 && (index > 0 || length > statement.length))
    .map(({ length, brackets }) => text.slice(0, length) + closersOf(brackets, languageId));
}

function isProse({ quote, comment }: LexicalState): boolean {
  return quote !== null || comment === "block";
}

/** A semicolon ends what is closed within a statement; it closes a class in C++, and is nothing after any other block. */
function closersOf(brackets: string, languageId: string): string {
  const brace = languageId === "c" || languageId === "cpp" ? "};" : "}";
  const closers = [...brackets].reverse().map((each) => (each === "{" ? brace : CLOSING_OF[each]));
  return closers.join("").replace(/[)\]](?=\}|$)/g, "$&;");
}
