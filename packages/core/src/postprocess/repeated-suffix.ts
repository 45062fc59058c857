import type { CursorContext } from "../cursor/cursor-context.js";
import { type PostprocessRule, type RuleContext, remaining, wasCutOff } from "./rule.js";
import { isDistinct, linesAfter, placedLines } from "./text-around.js";

/** Most lines after the cursor that are compared. */
const MAX_LINES = 32;
/** Longest rest of a line that is compared, in UTF-16 units. */
const MAX_LINE_SUFFIX = 400;
/** A rest of the line this long is its repetition at the end of a line of the answer, */
const LONG = 6;
/** and one this long wherever it stands. */
const UNMISTAKABLE = 12;

/** An answer that goes on to say what stands after the cursor: ends it there. */
export const repeatedSuffix: PostprocessRule = {
  name: "repeated-suffix",
  apply: (text, context) => {
    const inLine = endBeforeLineSuffix(text, context.cursor);
    if (inLine !== null) return remaining(text.slice(0, inLine), "repeats-suffix");
    const end = endBeforeNextLines(text, context);
    return end === null ? { text } : remaining(text.slice(0, end).trimEnd(), "repeats-suffix");
  },
};

/** Where the rest of the cursor's line begins in the answer. Brackets and quotes alone are a matter of balance. */
function endBeforeLineSuffix(text: string, { lineSuffix }: CursorContext): number | null {
  const rest = lineSuffix.slice(0, MAX_LINE_SUFFIX).trimEnd();
  if (!/[\p{L}\p{N}_]/u.test(rest)) return null;
  const content = rest.trimStart();
  if (content.length >= LONG && rest.length < MAX_LINE_SUFFIX) {
    const said = text.includes(rest) ? rest : content;
    const at = text.indexOf(said);
    const isAtLineEnd = /^\s*(?:\n|#|\/\/|$)/.test(text.slice(at + said.length));
    if (at >= 0 && (content.length >= UNMISTAKABLE || isAtLineEnd)) return at;
  }
  // The model wrote the whole line and went on to the next, or ended inside the rest of the line.
  const first = text.split("\n", 1)[0] as string;
  if (first.length < text.length && first.trimEnd().endsWith(rest)) return first.trimEnd().length - rest.length;
  const answer = text.trimEnd();
  for (let length = Math.min(rest.length, answer.length); length > 0; length--) {
    const overlap = rest.slice(0, length);
    if (!answer.endsWith(overlap)) continue;
    const isWhole = length === rest.length;
    if (isWhole || (isMeaningful(overlap) && !isInsideWord(answer, answer.length - length)))
      return answer.length - length;
  }
  return null;
}

function isMeaningful(overlap: string): boolean {
  return overlap.replaceAll(/\s/g, "").length >= 4 && /[\p{L}\p{N}_]/u.test(overlap);
}

function isInsideWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}_]/u.test(text[at] ?? "");
}

/** Where the lines after the cursor begin in the answer: at its end, or in its middle if it runs on over three of them. */
function endBeforeNextLines(text: string, { cursor, stopReason }: RuleContext): number | null {
  const after = linesAfter(cursor).slice(0, MAX_LINES);
  if (after.length === 0) return null;
  const lines = placedLines(text)
    .map((line, at) => ({ ...line, text: (at === 0 ? cursor.linePrefix + line.text : line.text).trimEnd() }))
    .filter((line) => line.text !== "");
  const answerLines = lines.map((line) => line.text);
  for (let from = 0; from < lines.length; from++) {
    let count = 0;
    while (from + count < lines.length && count < after.length && lines[from + count]?.text === after[count]) count++;
    const isAtEnd = from + count === lines.length;
    const isCut =
      from + count === lines.length - 1 &&
      isCutLine(lines.at(-1)?.text ?? "", after[count] ?? "", {
        isLikely: count > 0 || (from > 0 && wasCutOff(stopReason)),
      });
    if (!isAtEnd && !isCut && count < 3) continue;
    const distinct = after.slice(0, isCut ? count + 1 : count).filter(isDistinct).length;
    if (distinct > 0 && (from > 0 || isOwnLine(answerLines, distinct, cursor))) return lines[from]?.start ?? 0;
  }
  return null;
}

/**
 * The whole answer equals what follows. A single statement is hardly ever meant twice in a row; an item of a list may
 * be, unless it has a name.
 */
function isOwnLine(lines: readonly string[], distinct: number, cursor: CursorContext): boolean {
  if (lines.length > 1) return distinct > 1;
  if (cursor.lineSuffix.trim() !== "") return false;
  const isItem = /[([]/.test(cursor.lexical.brackets);
  return !isItem || /^\s*["']?[\p{L}_][\p{L}\p{N}_-]*["']?\s*[=:]/u.test(lines[0] ?? "");
}

/** `line` is the beginning of `whole`, long enough to be no accident. */
function isCutLine(line: string, whole: string, { isLikely }: { readonly isLikely: boolean }): boolean {
  return isLikely && whole.startsWith(line) && line.trim().length >= 8;
}
