import { isLineComment } from "../cursor/language-syntax.js";
import { type LexicalState, lexicalStateAfter } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import type { PostprocessRule, RuleContext } from "./rule.js";
import { withoutComment } from "./text-around.js";

interface FollowingLine {
  readonly text: string;
  /** Open brackets, strings and comments where the line begins. */
  readonly state: LexicalState;
}

/**
 * An answer whose first line opens a block or a bracket and whose following lines count their indentation from
 * column 0, as if the cursor's line stood there: moves them under the cursor's line. Acts only where the lines as they
 * are cannot be meant: a body that is not deeper than its header, a bracket that closes left of its own line.
 */
export const followingLinesIndentation: PostprocessRule = {
  name: "following-lines-indentation",
  apply: (text, context) => {
    const lineBreak = text.indexOf("\n");
    if (lineBreak < 0) return { text };
    const first = text.slice(0, lineBreak);
    const base = indentationOf(context.cursor.linePrefix + first);
    if (base === "" || first.trim() === "") return { text };
    const following = followingLines(text, context);
    if (!countsFromColumnZero(first, following, base, context)) return { text };
    const moved = following.map(({ text: line, state }) =>
      line.trim() === "" || state.quote !== null ? line : base + line,
    );
    return { text: [first, ...moved].join("\n") };
  },
};

function followingLines(text: string, { cursor }: RuleContext): FollowingLine[] {
  const [first = "", ...lines] = text.split("\n");
  let state = lexicalStateAfter(`${first}\n`, cursor.syntax, cursor.lexical);
  return lines.map((line) => {
    const placed = { text: line, state };
    state = lexicalStateAfter(`${line}\n`, cursor.syntax, state);
    return placed;
  });
}

function countsFromColumnZero(
  first: string,
  following: readonly FollowingLine[],
  base: string,
  { cursor }: RuleContext,
): boolean {
  const { syntax, lexical, linePrefix } = cursor;
  const after = lexicalStateAfter(first, syntax, lexical);
  if (lexical.quote !== null || after.quote !== null || after.comment === "block") return false;
  const next = following.find((line) => line.text.trim() !== "" && !isLineComment(line.text, syntax));
  if (next === undefined) return false;
  const nextWidth = indentationOf(next.text).length;
  const code = withoutComment(linePrefix + first, syntax);
  if (syntax.indentationBlocks && after.brackets === "") {
    return code.endsWith(":") && nextWidth > 0 && nextWidth <= base.length;
  }
  if (!/[([{]$/.test(code) || after.brackets.length <= lexical.brackets.length) return false;
  const closing = following.find(
    ({ text, state }) => /^\s*[)\]}]/.test(text) && state.quote === null && state.brackets === after.brackets,
  );
  return closing === undefined ? nextWidth > 0 && nextWidth < base.length : indentationOf(closing.text) === "";
}
