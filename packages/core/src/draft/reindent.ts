import { indentationOf } from "../cursor/line-bounds.js";

export interface IndentationChange {
  /** Indentation at the place the text was copied from. */
  readonly from: string;
  /** Indentation at the corresponding place before the cursor. */
  readonly to: string;
  /** White space that stands before the cursor on its line. */
  readonly typed: string;
}

/**
 * `text`, whole lines indented as at their origin, indented as fits at the cursor, and without what is typed there
 * already. Where another indentation is typed than expected, the typed one holds.
 */
export function reindented(text: string, { from, to, typed }: IndentationChange): string {
  const lines = text.split("\n").map((line) => shifted(line, from, to));
  const first = indentationOf(lines[0] ?? "");
  const isAsExpected = first.startsWith(typed);
  const aligned = isAsExpected ? lines : lines.map((line) => shifted(line, first, typed));
  return aligned.join("\n").slice(typed.length);
}

/** `line` with `from` at its start replaced by `to`; a line that is indented less moves by as much as it can. */
export function shifted(line: string, from: string, to: string): string {
  if (from === to || line.trim() === "") return line;
  if (line.startsWith(from)) return to + line.slice(from.length);
  const own = indentationOf(line);
  if (from.startsWith(own)) {
    const missing = from.length - own.length;
    return to.slice(0, Math.max(0, to.length - missing)) + line.slice(own.length);
  }
  return line;
}
