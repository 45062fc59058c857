import type { CursorContext } from "../cursor/cursor-context.js";
import { type PostprocessRule, remaining } from "./rule.js";
import { isDistinct, linesBefore, placedLines } from "./text-around.js";

/** Longest run of lines before the cursor that is looked for at the start of an answer. */
const MAX_LINES = 12;
const MAX_LINE_PREFIX = 4_000;

/** Statements that nobody writes twice in a row: the second would do nothing, or not parse. */
const ONCE =
  /^\s*(?:from .+ import |import |def |class |async def |function |export |const |let |if .*:$|elif |for .*:$|while .*:$|with .*:$|return )/;

/** An answer that says again what stands just before the cursor: the typed part of the line, or the lines above it. */
export const repeatedPrefix: PostprocessRule = {
  name: "repeated-prefix",
  apply: (text, { cursor }) => {
    const typed = repeatedLinePrefix(text, cursor);
    if (typed > 0) return remaining(text.slice(typed), "repeats-prefix");
    const lines = repeatedLines(text, cursor);
    if (lines === 0) return { text };
    const rest = text.slice(lines);
    const withoutTyped = rest.startsWith(cursor.linePrefix) ? rest.slice(cursor.linePrefix.length) : rest.trimStart();
    return remaining(withoutTyped, "repeats-prefix");
  },
};

/** Length of the answer's beginning that equals the line up to the cursor. Items of a list may well come twice. */
function repeatedLinePrefix(text: string, { linePrefix, lexical }: CursorContext): number {
  if (linePrefix.length > MAX_LINE_PREFIX || lexical.quote !== null || lexical.comment !== "none") return 0;
  const typed = linePrefix.trim();
  if (!/^[\p{L}_@].*[\s=.(]/u.test(typed) && !/^[\p{L}_].*\s$/u.test(linePrefix.trimStart())) return 0;
  if (typed.length < 4 || typed.endsWith(",")) return 0;
  const lead = text.length - text.trimStart().length;
  if (!text.startsWith(typed, lead)) return 0;
  let end = lead + typed.length;
  // White space after the typed part stands there already.
  const space = linePrefix.slice(linePrefix.trimEnd().length);
  if (space !== "" && text.startsWith(space, end)) end += space.length;
  return end;
}

/** Length of the answer's beginning that equals the lines above the cursor, line breaks included. */
function repeatedLines(text: string, cursor: CursorContext): number {
  if (cursor.linePrefix.trim() !== "" || cursor.lexical.quote !== null || text.trim() === "") return 0;
  const answer = placedLines(text).filter((line) => line.text.trim() !== "");
  const before = linesBefore(cursor);
  for (let count = Math.min(MAX_LINES, answer.length, before.length); count > 0; count--) {
    const said = answer.slice(0, count).map((line, at) => `${at === 0 ? cursor.linePrefix : ""}${line.text}`.trimEnd());
    const stood = before.slice(0, count).reverse();
    // The first line may bring the typed indentation again.
    const isSame = said.every((line, at) => line === stood[at] || (at === 0 && answer[0]?.text.trimEnd() === stood[0]));
    if (!isSame) continue;
    const distinct = stood.filter(isDistinct).length;
    if (distinct >= 2 || (distinct === 1 && stood.some((line) => ONCE.test(line))))
      return answer[count]?.start ?? text.length;
  }
  return 0;
}
