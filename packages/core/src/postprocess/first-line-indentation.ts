import type { CursorContext } from "../cursor/cursor-context.js";
import { isLineComment } from "../cursor/language-syntax.js";
import { indentationOf } from "../cursor/line-bounds.js";
import { indentationStyleOf } from "./indentation-unit.js";
import type { PostprocessRule } from "./rule.js";
import { linesBefore, withoutComment } from "./text-around.js";

/**
 * The cursor stands after typed indentation and the answer brings its own again. Acts only where both together are
 * deeper than code can stand there; the answer's indentation is then taken for the whole of it, or for none.
 */
export const firstLineIndentation: PostprocessRule = {
  name: "first-line-indentation",
  apply: (text, { cursor, profile }) => {
    const typed = cursor.linePrefix;
    const lead = indentationOf(text);
    if (profile.mode === "chat" || typed === "" || typed.length !== cursor.indentation.length) return { text };
    if (lead === "" || text.startsWith("\n", lead.length) || lead.length === text.length) return { text };
    const expected = expectedIndentation(cursor, text);
    if (expected === null || typed.length + lead.length <= expected.width) return { text };
    const code = text.slice(lead.length);
    if (typed.length === expected.width) return { text: code };
    const isWhole = expected.isCertain
      ? lead.length >= typed.length && lead.length <= expected.width
      : lead.length === expected.width && lead.length >= typed.length;
    if (isWhole) return { text: lead.slice(typed.length) + code };
    return { text: expected.isCertain ? code : text };
  },
};

interface ExpectedIndentation {
  /** Most white space that code at the cursor begins with, in characters. */
  readonly width: number;
  /** Deeper code would not parse; else it is only unusual. */
  readonly isCertain: boolean;
}

/** Null where anything may stand. */
function expectedIndentation(cursor: CursorContext, text: string): ExpectedIndentation | null {
  const { syntax, lexical } = cursor;
  if (lexical.quote !== null || lexical.comment !== "none") return null;
  if (syntax.indentationBlocks ? lexical.brackets !== "" : /[([]$/.test(lexical.brackets)) return null;
  // An operator or a comment may stand deeper than the statement that it belongs to.
  if (!/^\s*[\p{L}\p{N}_@"'}]/u.test(text)) return null;
  const previous = linesBefore(cursor).find((line) => !isLineComment(line, syntax));
  if (previous === undefined || /"""|'''|`|\*\/|^\s*[?:|&.]/.test(previous)) return null;
  const own = indentationOf(previous).length;
  const style = indentationStyleOf(cursor);
  const unit = style.kind === "mixed" ? null : style.unit.length;
  const code = withoutComment(previous, syntax);
  if (/[:{]$/.test(code)) return unit === null ? null : { width: own + unit, isCertain: false };
  if (/[([,=<>\\&|+\-*/%?.]$/.test(code)) return null;
  if (!syntax.indentationBlocks && !/[;}]$/.test(code)) return null;
  return { width: own, isCertain: syntax.indentationBlocks };
}
