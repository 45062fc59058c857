/**
 * What LSP says of positions and edits, in the plainest way: the text is cut into lines anew for each position. Shares
 * nothing with the server.
 */
import type { Position, Range } from "vscode-languageserver/node";

export type Encoding = "utf-16" | "utf-8";

export interface Edit {
  /** Left out: the whole text is replaced. */
  readonly range?: Range;
  readonly text: string;
}

export function applyEdit(text: string, { range, text: inserted }: Edit, encoding: Encoding): string {
  if (range === undefined) return inserted;
  const start = offsetOf(text, range.start, encoding);
  const end = offsetOf(text, range.end, encoding);
  return text.slice(0, Math.min(start, end)) + inserted + text.slice(Math.max(start, end));
}

export function offsetOf(text: string, { line, character }: Position, encoding: Encoding): number {
  // Lines and line breaks in turn.
  const parts = text.split(/(\r\n|\n|\r)/);
  if (line * 2 >= parts.length) return text.length;
  const before = parts.slice(0, line * 2).join("").length;
  const content = parts[line * 2] as string;
  return before + (encoding === "utf-16" ? Math.min(character, content.length) : unitsOf(content, character));
}

/** Decodes the first `bytes` bytes; a character that they cut is left out. */
function unitsOf(line: string, bytes: number): number {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(new TextEncoder().encode(line).subarray(0, bytes), { stream: true }).length;
}
