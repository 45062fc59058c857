/** Stage-1 drafts: a likely continuation, copied by exact match (MCCom 3.3). */
import type { CursorContext } from "../cursor/cursor-context.js";
import { withLineFeeds } from "../cursor/line-bounds.js";
import type { Snippet } from "../types.js";
import { agreementOf, type Surroundings } from "./agreement.js";
import { anchorBefore, isAnchorAt } from "./anchor.js";
import { nextStatement, restOfLine, restOfStatement, type StatementInRegion } from "./draft-statement.js";
import { matchesOf, regionOf, type SearchRegion } from "./line-search.js";
import { reindented, shifted } from "./reindent.js";

export interface Draft {
  /** What the model would generate at the cursor if it agreed: with the indentation that is still to be typed, lines end with `\n`. */
  readonly text: string;
  readonly source: "file" | "snippet";
}

/** How far before and after the cursor the file is searched, in UTF-16 units. */
const SEARCH_REACH = 60_000;

/** How much of the code around a place is compared, in UTF-16 units on each side. */
const AROUND = 1_000;

/** Most matches a region whose statements are looked at. */
const MAX_CANDIDATES = 8;

/** Shorter beginnings of a line match anything, unless their indentation agrees too. */
const MIN_LOOSE_FRAGMENT = 3;

/**
 * Copies a continuation from a place that looks like the cursor's (MCCom 3.3). Where only white space is typed, the
 * nearest line of code before the cursor is looked for elsewhere, and the statement after it is the draft; on a partly
 * written line, other lines that begin alike are, and the rest of their statement is the draft.
 *
 * Of several such places the one whose lines above and below agree the most with the cursor's is copied; of equal ones the
 * nearest: the file before the cursor, the file after it, then the snippets by rank, each from its start.
 * Lines are compared without trailing white space; where the indentation differs, the draft is indented anew.
 *
 * The paper leaves open, and we decide:
 * - A comment is no anchor. A line that says little (`)`, `else:`, `return`) must match together with the lines above it.
 * - On a partly written line, lines of the same indentation win over others of the same region that agree as much.
 * - Text after the cursor on its line must end the draft too and is left out of it; else there is no draft.
 * - Of a long statement only the first line is proposed.
 * - A statement that already stands right after the cursor is not proposed again.
 */
export function findDraft(cursor: CursorContext, snippets: readonly Snippet[]): Draft | null {
  const find = cursor.linePrefix.trim() === "" ? draftsOfNextLine(cursor) : draftsOfRest(cursor);
  const own = surroundingsOfCursor(cursor);
  let best: { readonly draft: Draft; readonly agreement: number } | null = null;
  for (const region of regionsOf(cursor, snippets)) {
    for (const { text, around } of find(region)) {
      if (text.trim() === "") continue;
      const agreement = agreementOf(own, around, cursor.syntax);
      if (best === null || agreement > best.agreement) best = { draft: { text, source: region.source }, agreement };
    }
  }
  return best?.draft ?? null;
}

/** A possible draft, and the code around it where it was found. */
interface Candidate {
  readonly text: string;
  readonly around: Surroundings;
}

type FindIn = (region: SearchRegion) => Iterable<Candidate>;

function* regionsOf(cursor: CursorContext, snippets: readonly Snippet[]): Generator<SearchRegion> {
  const { text } = cursor.document;
  const { lineStart } = cursor;
  const lineEnd = cursor.offset + cursor.lineSuffix.length;
  const order = "nearest-to-start";
  yield { ...regionOf(text, lineStart - SEARCH_REACH, lineStart), order: "nearest-to-end", source: "file" };
  yield { ...regionOf(text, lineEnd, lineEnd + SEARCH_REACH), order, source: "file" };
  for (const snippet of snippets) yield { ...regionOf(snippet.text, 0, snippet.text.length), order, source: "snippet" };
}

function surroundingsOfCursor({ document, lineStart, offset, lineSuffix }: CursorContext): Surroundings {
  const lineEnd = offset + lineSuffix.length;
  return {
    above: document.text.slice(Math.max(0, lineStart - AROUND), lineStart),
    below: document.text.slice(lineEnd + 1, lineEnd + 1 + AROUND),
  };
}

function draftsOfNextLine(cursor: CursorContext): FindIn {
  const anchor = anchorBefore(cursor);
  if (anchor === null) return () => [];
  const last = anchor.lines[0] as string;
  const after = cursor.document.text.slice(cursor.offset, cursor.offset + 2_000).trimStart();
  return function* (region) {
    let tried = 0;
    for (const match of matchesOf(last.trim(), region, { isWholeLine: true, mayDifferInIndentation: true })) {
      if (tried++ === MAX_CANDIDATES) break;
      if (!isAnchorAt(anchor, region.text.slice(0, match.lineStart), cursor.syntax)) continue;
      const statement = nextStatement(match, region, cursor);
      if (statement === null) continue;
      const indentation = { from: match.indentation, to: anchor.indentation, typed: cursor.linePrefix };
      const draft = withoutSuffix(reindented(statement.text, indentation), cursor);
      if (draft === null || (cursor.lineSuffix.trim() === "" && startsWithLine(after, draft.trim()))) continue;
      yield { text: draft, around: surroundingsIn(region, statement) };
    }
  };
}

function draftsOfRest(cursor: CursorContext): FindIn {
  const { linePrefix, indentation } = cursor;
  const fragment = linePrefix.slice(indentation.length);
  return function* (region) {
    for (const mayDifferInIndentation of [false, true]) {
      if (mayDifferInIndentation && fragment.length < MIN_LOOSE_FRAGMENT) return;
      const wanted = mayDifferInIndentation ? fragment : linePrefix;
      let tried = 0;
      for (const match of matchesOf(wanted, region, { isWholeLine: false, mayDifferInIndentation })) {
        if (tried++ === MAX_CANDIDATES) break;
        const rest =
          cursor.lineSuffix.trim() === "" ? restOfStatement(match, region, cursor) : restOfLine(match, region);
        if (rest === null) continue;
        const [first = "", ...others] = rest.split("\n");
        const lines = [first, ...others.map((line) => shifted(line, match.indentation, indentation))];
        const draft = withoutSuffix(lines.join("\n"), cursor);
        if (draft !== null)
          yield { text: draft, around: surroundingsIn(region, { start: match.lineStart, text: rest }) };
      }
    }
  };
}

/** Around a statement that begins on the line at `start`. */
function surroundingsIn({ text }: SearchRegion, { start, text: statement }: StatementInRegion): Surroundings {
  let end = start;
  for (let lines = statement.split("\n").length; lines > 0 && end >= 0; lines--)
    end = text.indexOf("\n", end) + 1 || -1;
  return {
    above: text.slice(Math.max(0, start - AROUND), start),
    below: end < 0 ? "" : text.slice(end, end + AROUND),
  };
}

/** `draft` without the text that already stands after the cursor; null where it does not end with that. */
function withoutSuffix(draft: string, { lineSuffix }: CursorContext): string | null {
  const suffix = lineSuffix.trimEnd();
  if (suffix.trim() === "") return draft;
  if (draft.includes("\n") || !draft.endsWith(suffix) || draft.length === suffix.length) return null;
  return draft.slice(0, -suffix.length);
}

function startsWithLine(text: string, lines: string): boolean {
  const normalised = withLineFeeds(text.slice(0, 2 * lines.length + 2));
  return normalised.startsWith(lines) && /^[ \t]*(?:\n|$)/.test(normalised.slice(lines.length));
}
