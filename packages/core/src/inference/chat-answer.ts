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
  readonly language: string;
}

/**
 * The code of an answer, without the fence and the words around it. A fence opens the code if nothing stands before it, if it
 * names a language, or if another one follows; otherwise it closes it. An answer without a fence is all code.
 */
export function codeOfAnswer(tokens: readonly Pick<GeneratedToken, "text">[]): AnswerCode {
  const answer = tokens.map((token) => token.text).join("");
  const fences = [...answer.matchAll(/^[ \t]*(?:```|~~~)[ \t]*([\w+#.-]*)[ \t]*(?:\r?\n|$)/gm)].map(
    (match): Fence => ({ start: match.index, end: match.index + match[0].length, language: match[1] ?? "" }),
  );
  const [first, second] = fences;
  const opens =
    first !== undefined &&
    (answer.slice(0, first.start).trim() === "" || first.language !== "" || second !== undefined);
  const start = opens ? first.end : 0;
  const closing = opens ? second : first;
  const end = closing === undefined ? answer.length : lineEndBefore(answer, closing.start, start);
  const text = answer.slice(start, end);
  if (text === "") return { text, firstToken: tokens.length, endToken: tokens.length };
  return { text, firstToken: tokenAt(tokens, start), endToken: tokenAt(tokens, end - 1) + 1 };
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
