/**
 * For parsers that only accept or reject: whether a rejected text is the beginning of one that they accept. Tried with a
 * few ends; null where none can be tried.
 */
import { CLOSING_OF, type CodeLine, codeLinesOf, OUTSIDE, syntaxOf } from "@nearfirst/core";

export interface Ends {
  /** What may come before the closing brackets. */
  readonly fillers: readonly string[];
  /** What closes a block that needs more than a brace, by the keyword of its header. */
  readonly blocks: Readonly<Record<string, string>>;
  /** Lines that open parentheses in which a semicolon may stand. */
  readonly semicolonsIn: RegExp;
}

export function isUnfinishedText(
  text: string,
  languageId: string,
  accepts: (text: string) => boolean,
  ends: Ends,
): boolean | null {
  const lines = codeLinesOf(text, syntaxOf(languageId), OUTSIDE);
  const { brackets, quote, comment } = (lines.at(-1) as CodeLine).after;
  if (quote !== null || comment === "block") return null;
  const last = lines.findLast(({ code }) => code.trim() !== "")?.code ?? "";
  const headers = headersOf(lines, brackets.length);
  if (/[([]$/.test(brackets)) return last.endsWith(";") && !ends.semicolonsIn.test(headers.at(-1) ?? "") ? false : null;
  // Within a statement too much may follow to be tried.
  if (last !== "" && !/[;{}]$/.test(last)) return null;
  if (headers.some((header) => isAmbiguous(header, ends))) return null;
  const directives = openDirectives(lines);
  return endsOf(headers, brackets, ends)
    .flatMap((end) => ends.fillers.map((filler) => `${filler}${end}${directives}`))
    .some((end) => end !== "" && accepts(`${text}${end}`));
}

/** With as few semicolons as there may be, and with as many. */
function endsOf(headers: readonly string[], brackets: string, { blocks }: Ends): readonly string[] {
  let bare = "";
  let full = "";
  for (let depth = brackets.length - 1; depth >= 0; depth--) {
    const isInParentheses = depth > 0 && brackets[depth - 1] !== "{";
    const special = blocks[keywordOf(headers[depth] ?? "", blocks) ?? ""];
    const closing = brackets[depth] === "{" ? (special ?? "}") : (CLOSING_OF[brackets[depth] as string] ?? "");
    const isEnd = brackets[depth] !== "{" && !isInParentheses;
    bare += isEnd ? `${closing};` : closing;
    full += isInParentheses || special !== undefined ? closing : `${closing};`;
  }
  return bare === full ? [bare] : [bare, full];
}

function keywordOf(header: string, blocks: Ends["blocks"]): string | undefined {
  return Object.keys(blocks).find((keyword) => new RegExp(`\\b${keyword}\\b`).test(header));
}

/** A line that opens several blocks does not tell which of them is the one that needs more. */
function isAmbiguous(header: string, { blocks }: Ends): boolean {
  return keywordOf(header, blocks) !== undefined && header.split("{").length > 2;
}

/** For each open bracket the line that it was opened on. */
function headersOf(lines: readonly CodeLine[], depth: number): string[] {
  const headers: string[] = [];
  for (const { before, after, code } of lines) {
    // A line that closes one brace and opens another (`} else {`) leaves the depth as it was.
    const lowest = /^\s*\}/.test(code) ? before.brackets.length - 1 : before.brackets.length;
    for (let at = Math.max(0, lowest); at < Math.min(depth, after.brackets.length); at++) headers[at] = code;
  }
  return headers;
}

function openDirectives(lines: readonly CodeLine[]): string {
  let open = 0;
  for (const { content } of lines) {
    if (/^#\s*if/.test(content)) open++;
    else if (/^#\s*endif/.test(content)) open = Math.max(0, open - 1);
  }
  return "\n#endif".repeat(open);
}
