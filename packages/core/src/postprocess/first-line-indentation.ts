import type { CursorContext } from "../cursor/cursor-context.js";
import { indentationStyleOf } from "./indentation-unit.js";
import type { PostprocessRule } from "./rule.js";
import { indentationOf, linesBefore } from "./text-around.js";

/**
 * The cursor stands after typed indentation and the answer brings its own again. Acts only where both together are
 * deeper than any code could stand there; the answer's indentation is then taken for the whole of it, or for none.
 */
export const firstLineIndentation: PostprocessRule = {
  name: "first-line-indentation",
  apply: (text, { cursor, profile }) => {
    const typed = cursor.linePrefix;
    const lead = indentationOf(text);
    if (profile.mode === "chat" || typed === "" || typed.length !== cursor.indentation.length) return { text };
    if (lead === "" || text.startsWith("\n", lead.length) || lead.length === text.length) return { text };
    const deepest = deepestIndentation(cursor, text);
    if (deepest === null || typed.length + lead.length <= deepest) return { text };
    const isWhole = lead.length >= typed.length && lead.length <= deepest;
    // With brackets for blocks, indentation is taste: only the very indentation that belongs there, said again.
    if (!cursor.syntax.indentationBlocks && lead.length !== deepest) return { text };
    return { text: (isWhole ? lead.slice(typed.length) : "") + text.slice(lead.length) };
  },
};

/** Most white space that code at the cursor can begin with, in characters; null where that is open. */
function deepestIndentation(cursor: CursorContext, text: string): number | null {
  const { syntax, lexical } = cursor;
  if (lexical.quote !== null || lexical.comment !== "none") return null;
  if (syntax.indentationBlocks ? lexical.brackets !== "" : /[([]$/.test(lexical.brackets)) return null;
  // An operator or a comment may stand deeper than the statement that it belongs to.
  if (!/^\s*[\p{L}\p{N}_@"'}]/u.test(text)) return null;
  const isComment = (line: string) => syntax.lineComments.some((mark) => line.trimStart().startsWith(mark));
  const previous = linesBefore(cursor).find((line) => !isComment(line));
  if (previous === undefined || /"""|'''|`|\*\/|^\s*[?:|&.]/.test(previous)) return null;
  const own = indentationOf(previous).length;
  const style = indentationStyleOf(cursor);
  const unit = style.kind === "mixed" ? null : style.unit.length;
  const code = previous.replace(/\s*(?:#|\/\/).*$/, "");
  if (/[:{]$/.test(code)) return unit === null ? null : own + unit;
  if (/[([,=<>\\&|+\-*/%?.]$/.test(code)) return null;
  if (!syntax.indentationBlocks && !/[;}]$/.test(code)) return null;
  return own;
}
