/** The lines before the cursor by which other places are recognised (MCCom 3.3). */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { LanguageSyntax } from "../cursor/language-syntax.js";
import { indentationOf } from "../cursor/line-bounds.js";
import { codeLinesBefore } from "./code-lines.js";

export interface Anchor {
  /** Nearest first, without trailing white space; one line, or more where the nearest ones say little. */
  readonly lines: readonly string[];
  /** Indentation of the nearest line. */
  readonly indentation: string;
}

const MAX_ANCHOR_LINES = 4;

/** The nearest lines of code before the cursor's; null where there is none or it is too long. */
export function anchorBefore(cursor: CursorContext): Anchor | null {
  const { text } = cursor.document;
  const lines: string[] = [];
  for (const line of codeLinesBefore(text, cursor.lineStart, cursor.syntax)) {
    lines.push(line);
    if (saysMuch(line) || lines.length === MAX_ANCHOR_LINES) break;
  }
  const nearest = lines[0];
  return nearest === undefined ? null : { lines, indentation: indentationOf(nearest) };
}

/** True if the last lines of `above`, the text above a line like the anchor's nearest, are like its others. */
export function isAnchorAt(anchor: Anchor, above: string, syntax: LanguageSyntax): boolean {
  if (anchor.lines.length === 1) return true;
  const lines = codeLinesBefore(above, above.length, syntax);
  return anchor.lines.slice(1).every((wanted) => lines.next().value?.trim() === wanted.trim());
}

const BARE_WORDS =
  /^(?:else|try|finally|return|pass|break|continue|do|then|end|fi|done|begin|default|esac|self|super|yield|raise)$/;

/** Fewest letters and digits of an anchor's lines outside of such words. */
const MIN_ANCHOR_LENGTH = 2;

/** False for brackets alone and for keywords that stand everywhere. */
function saysMuch(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => !BARE_WORDS.test(word)).join("").length >= MIN_ANCHOR_LENGTH;
}
