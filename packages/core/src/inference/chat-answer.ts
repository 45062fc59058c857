import type { GeneratedToken } from "../types.js";

/** The code in a chat model's answer. */
export interface AnswerCode {
  readonly text: string;
  /** Index of the token with the first character of the code: confidence counts from here (SynConfRoute 2.3, 4.1). */
  readonly firstToken: number;
  /** Index after the token with its last character. */
  readonly endToken: number;
}

interface Fence {
  readonly start: number;
  /** Offset after its line break; the text's length where it has none yet. */
  readonly end: number;
  /** Its backticks or tildes. */
  readonly mark: string;
  /** What stands after them: the language, as a rule. */
  readonly info: string;
}

/** Where something stands in an answer. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A line in which an instruct model announces its answer instead of giving it. */
const ANNOUNCEMENT =
  /^\s*(?:here(?:'s| is| are)|sure|certainly|of course|the (?:missing|completed?|following|code))\b[^\n]*[:.!](?:\r?\n)+/i;

/**
 * The code of an answer, without the fence and the words around it. A fence opens the code if nothing stands before it, if it
 * names a language, or if another one follows; otherwise it closes it. An answer without a fence is all code, but for a
 * line that announces it and for backticks around a single line.
 */
export function codeOfAnswer(tokens: readonly Pick<GeneratedToken, "text">[]): AnswerCode {
  const answer = tokens.map((token) => token.text).join("");
  const { start, end } = spanOfCode(answer);
  const text = answer.slice(start, end);
  if (text === "") return { text, firstToken: tokens.length, endToken: tokens.length };
  return { text, firstToken: tokenAt(tokens, start), endToken: tokenAt(tokens, end - 1) + 1 };
}

/** The code after an answer's opening fence, as far as it is there; null where no fence has opened any yet. */
export function fencedCode(answer: string): string | null {
  const span = spanInFence(answer, fencesOf(answer));
  return span === null ? null : answer.slice(span.start, span.end);
}

function spanOfCode(answer: string): Span {
  const fences = fencesOf(answer);
  const inFence = spanInFence(answer, fences);
  if (inFence !== null) return inFence;
  const [closing] = fences;
  const end = closing === undefined ? answer.length : lineEndBefore(answer, closing.start, 0);
  const start = ANNOUNCEMENT.exec(answer.slice(0, end))?.[0].length ?? 0;
  const quoted = /^(\s*`)[^`\n]+(`\s*)$/.exec(answer.slice(start, end));
  if (quoted === null) return { start, end };
  return { start: start + (quoted[1] as string).length, end: end - (quoted[2] as string).length };
}

function fencesOf(answer: string): Fence[] {
  return [...answer.matchAll(/^[ \t]*(`{3,}|~{3,})([^\n`]*)(?:\n|$)/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    mark: match[1] as string,
    info: (match[2] as string).trim(),
  }));
}

/** From the opening fence to its closing one, or to the answer's end; null where no fence opens code. */
function spanInFence(answer: string, fences: readonly Fence[]): Span | null {
  const [first, ...others] = fences;
  if (first === undefined) return null;
  const isOpening = answer.slice(0, first.start).trim() === "" || first.info !== "" || others.length > 0;
  if (!isOpening) return null;
  const closing = others.find((each) => each.mark.startsWith(first.mark));
  const end = closing === undefined ? answer.length : lineEndBefore(answer, closing.start, first.end);
  return { start: first.end, end };
}

/** The line break before a closing fence belongs to the fence. */
function lineEndBefore(answer: string, fence: number, start: number): number {
  const lineBreak = /\r?\n$/.exec(answer.slice(start, fence))?.[0] ?? "";
  return fence - lineBreak.length;
}

function tokenAt(tokens: readonly Pick<GeneratedToken, "text">[], offset: number): number {
  let end = 0;
  return tokens.findIndex((token) => {
    end += token.text.length;
    return end > offset;
  });
}
