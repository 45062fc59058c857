import type { CursorContext } from "../cursor/cursor-context.js";
import { type Draft, type ReleaseRequest, SURROUNDING_CHARACTERS } from "../privacy/release.js";
import { estimatedTokens } from "../prompt/estimated-tokens.js";
import type { Snippet } from "../types.js";
import type { LargeTier } from "./large-tier.js";
import { firstLinesWithin, lastLinesWithin } from "./lines-within.js";

export interface LargePromptParts {
  readonly cursor: CursorContext;
  /** Best first. */
  readonly snippets: readonly Snippet[];
  readonly draft: Draft | null;
  /** Tokens that the server has for snippets, suffix and prefix together; infinite where it does not tell. */
  readonly roomTokens: number;
}

/** Most of the room that snippets take, and of the rest that the suffix takes (MCCom 4.3). */
const SHARE = 1 / 4;

/** What the layout puts around a snippet. */
const TOKENS_A_SNIPPET = 12;

/** What the large model would be shown: whole lines around the cursor, and whole snippets by rank. */
export function largePromptOf(
  { reach, fileOf }: Pick<LargeTier, "reach" | "fileOf">,
  { cursor, snippets, draft, roomTokens }: LargePromptParts,
): ReleaseRequest {
  const { document, offset } = cursor;
  const { text } = document;
  const fitting = fittingSnippets(snippets, { characters: reach.snippets, tokens: roomTokens * SHARE });
  const forCode = roomTokens - fitting.tokens;
  const within = lineEndUpTo(text, offset + reach.after, offset + cursor.lineSuffix.length);
  const suffix = firstLinesWithin(text.slice(offset, within), forCode * SHARE);
  const from = lineStartFrom(text, offset - reach.before, cursor.lineStart);
  const prefix = lastLinesWithin(text.slice(from, offset), forCode - estimatedTokens(suffix));
  const [start, end] = [offset - prefix.length, offset + suffix.length];
  return {
    file: fileOf(document),
    prefix,
    suffix,
    before: text.slice(Math.max(0, start - SURROUNDING_CHARACTERS), start),
    after: text.slice(end, end + SURROUNDING_CHARACTERS),
    snippets: fitting.snippets.map((snippet) => ({ path: snippet.path, text: snippet.text })),
    draft,
  };
}

/** Whole ones by rank, and how many tokens they take. */
function fittingSnippets(
  snippets: readonly Snippet[],
  room: { readonly characters: number; readonly tokens: number },
): { readonly snippets: readonly Snippet[]; readonly tokens: number } {
  let [characters, tokens] = [0, 0];
  const fitting = snippets.filter(({ path, text }) => {
    const own = estimatedTokens(text) + estimatedTokens(path) + TOKENS_A_SNIPPET;
    if (characters + text.length > room.characters || tokens + own > room.tokens) return false;
    characters += text.length;
    tokens += own;
    return true;
  });
  return { snippets: fitting, tokens };
}

/** The first start of a line from `least` on, no later than the cursor's own, which may be longer than the reach. */
function lineStartFrom(text: string, least: number, ownStart: number): number {
  if (least <= 0) return 0;
  const lineFeed = text.indexOf("\n", least - 1);
  return lineFeed < 0 || lineFeed >= ownStart ? Math.max(least, ownStart) : lineFeed + 1;
}

/** The last end of a line up to `most`; of a longer line what the reach covers. */
function lineEndUpTo(text: string, most: number, ownEnd: number): number {
  if (most >= text.length) return text.length;
  if (most <= ownEnd) return most;
  return Math.max(ownEnd, text.lastIndexOf("\n", most - 1) + 1);
}
