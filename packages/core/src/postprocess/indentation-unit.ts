import type { CursorContext } from "../cursor/cursor-context.js";
import { indentationOf } from "../cursor/line-bounds.js";
import { textAround } from "./text-around.js";

const REACH = { before: 4_000, after: 2_000 };
const DEFAULT_WIDTH = 4;

/** How the file around the cursor indents; `mixed` where it shows both ways or none. */
export type IndentationStyle = { readonly kind: "tabs" | "spaces"; readonly unit: string } | { readonly kind: "mixed" };

export function indentationStyleOf(cursor: CursorContext): IndentationStyle {
  // The first and the last line may be there in part; the cursor's own is part of its block as far as it is typed.
  const lines = textAround(cursor, REACH)
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const leads = [...lines.map(indentationOf), cursor.indentation];
  const tabs = leads.filter((lead) => lead.startsWith("\t")).length;
  // One space begins the lines of a block comment in files of either kind.
  const spaced = leads.filter((lead) => lead.startsWith("  "));
  if (tabs > 0 && spaced.length === 0) return { kind: "tabs", unit: "\t" };
  if (tabs > 0 || spaced.length === 0) return { kind: "mixed" };
  return { kind: "spaces", unit: " ".repeat(usualStep(lines)) };
}

/** By how much a line is most often deeper than one that opens a block or a bracket before it. */
function usualStep(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const opening = lines[at - 1] ?? "";
    const step = indentationOf(line).length - indentationOf(opening).length;
    if (/[:{([]$/.test(opening) && step > 1 && step <= 8) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0] ?? DEFAULT_WIDTH;
}

/** The width of one level of indentation by spaces: the first of `candidates` that explains nearly all lines. */
export function widthOf(leads: readonly string[], candidates: readonly number[]): number {
  const widths = leads.map((lead) => lead.length).filter((width) => width > 1);
  for (const width of candidates) {
    const explained = widths.filter((each) => each % width === 0).length;
    if (widths.length > 0 && explained >= 0.9 * widths.length) return width;
  }
  return DEFAULT_WIDTH;
}
