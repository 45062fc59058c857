/**
 * All of the prompt but the cursor's line: chosen once a line, then kept, so that a keystroke evaluates two or three
 * tokens instead of the whole prompt. The window's start moves in steps of an eighth of the context.
 */
import type { CursorContext } from "../cursor/cursor-context.js";
import { withLineFeeds } from "../cursor/line-bounds.js";
import type { LocalModel } from "../engine.js";
import { NearfirstError } from "../errors.js";
import { ownText } from "../own-text.js";
import { REACH_AFTER, REACH_BEFORE } from "../place.js";
import type { Snippet } from "../types.js";
import { overheadTokensOf } from "./fim-prompt.js";
import type { ModelProfile } from "./model-profile.js";
import { snippetText } from "./snippet-text.js";

export interface LineContext {
  /** Best first. */
  readonly snippets: readonly Snippet[];
  /** One for each of `snippets`. */
  readonly snippetTokens: readonly Int32Array[];
  /** Offset of the first character of the window; always the start of a line. */
  readonly windowStart: number;
  /** Tokens of the window's lines before the cursor's line. */
  readonly headTokens: Int32Array;
  /** Window text after the cursor's line, with its leading line break; whole lines. */
  readonly tail: string;
}

export interface TokenBudget {
  readonly snippets: number;
  readonly suffix: number;
  /** Prefix, with the cursor's line. */
  readonly prefix: number;
  /** The part of `prefix` that stays free for the cursor's line when a line's context is laid out. */
  readonly line: number;
  /** Least advance of the window's start, in tokens. */
  readonly step: number;
}

/** A prefix shorter than this is not worth asking with. */
const SMALLEST_PREFIX = 64;
/** More characters a token than any code needs: bounds what is tokenised. */
const CHARACTERS_PER_TOKEN = 6;
/** Most snippets that enter a prompt; those found beyond them only tell that they are still in the index. */
const MAX_SNIPPETS = 8;

/**
 * Splits the model's context: the answer first, then at most a quarter for snippets (MCCom 4.3: 512 of 2,048), and at
 * most a quarter of the rest for the suffix (MCCom does not say how prefix and suffix share it).
 */
export function tokenBudgetOf(profile: ModelProfile, maxTokens: number): TokenBudget {
  const context = profile.contextTokens;
  const snippets = Math.floor(context / 4);
  const inFile = context - snippets - maxTokens - overheadTokensOf(profile);
  const suffix = Math.min(Math.floor(inFile / 4), profile.maxSuffixTokens ?? inFile);
  const prefix = inFile - suffix;
  const step = Math.ceil(context / 8);
  if (prefix < Math.max(SMALLEST_PREFIX, 2 * step))
    throw new NearfirstError({
      code: "context-too-small",
      message:
        `A context of ${context} tokens leaves no room for the code beside an answer of ${maxTokens} tokens. ` +
        "Ask for fewer tokens (--max-tokens, `maxTokens`), or set a larger context (`contextTokens`).",
    });
  return { snippets, suffix, prefix, step, line: Math.floor(step / 2) };
}

export interface LineContextRequest {
  readonly cursor: CursorContext;
  /** What the retriever found, best first. */
  readonly snippets: readonly Snippet[];
  readonly budget: TokenBudget;
  /** The context of the line that was asked about before in the same file: kept as far as it still fits. */
  readonly previous: LineContext | null;
  /** The index may have changed since `previous` was laid out, so that its snippets may be gone. */
  readonly isIndexChanged: boolean;
}

/** Lays out the prompt around the cursor's line, as much like the previous line's as possible. */
export async function buildLineContext(model: LocalModel, request: LineContextRequest): Promise<LineContext> {
  const { cursor, snippets, budget, previous } = request;
  const { text } = cursor.document;
  const lineEnd = cursor.offset + cursor.lineSuffix.length;
  const reach = Math.min(budget.suffix * CHARACTERS_PER_TOKEN, REACH_AFTER);
  const after = withLineFeeds(text.slice(lineEnd, lineEnd + reach));
  const tail = await wholeLinesThatFit(model, after, budget.suffix);
  const fitting = await snippetsThatFit(model, snippets.slice(0, MAX_SNIPPETS), budget.snippets);
  const { snippets: chosen, snippetTokens } =
    previous !== null && keepsSnippets(previous, fitting.snippets, request) ? previous : fitting;
  const window = (await keptWindow(model, request)) ?? (await newWindow(model, request));
  return { ...window, tail, snippets: chosen, snippetTokens };
}

/** True where prompts with the one and the other context begin alike: the KV cache of the one serves the other. */
export function isLaidOutAlike(one: LineContext, other: LineContext): boolean {
  return (
    one.windowStart === other.windowStart &&
    one.tail === other.tail &&
    one.snippets.length === other.snippets.length &&
    one.snippets.every((each, at) => isSame(each, other.snippets[at]))
  );
}

/**
 * While the best new snippet that fits is in the prompt already, the others are not worth evaluating the prompt again.
 * After a change of the index each must have been found anew: its file may have changed, or be ignored by now.
 */
function keepsSnippets(
  previous: LineContext,
  fitting: readonly Snippet[],
  { snippets: found, isIndexChanged }: LineContextRequest,
): boolean {
  if (isIndexChanged && !previous.snippets.every((kept) => found.some((each) => isSame(each, kept)))) return false;
  const [best] = fitting;
  return best === undefined ? previous.snippets.length === 0 : previous.snippets.some((each) => isSame(each, best));
}

function isSame(one: Snippet, other: Snippet | undefined): boolean {
  return one.path === other?.path && one.text === other.text;
}

type Window = Pick<LineContext, "windowStart" | "headTokens">;

/** The window of the line before, if it still holds enough and not too much. */
async function keptWindow(model: LocalModel, { cursor, budget, previous }: LineContextRequest): Promise<Window | null> {
  if (previous === null) return null;
  const { text } = cursor.document;
  const { windowStart } = previous;
  const length = cursor.lineStart - windowStart;
  if (length < 0 || length > reachBefore(budget)) return null;
  if (windowStart > 0 && text[windowStart - 1] !== "\n") return null;
  const [headTokens] = await model.tokenize([withLineFeeds(text.slice(windowStart, cursor.lineStart))]);
  if (headTokens === undefined || headTokens.length > roomOf(budget, cursor)) return null;
  const isTooShort = windowStart > 0 && headTokens.length < budget.step;
  return isTooShort ? null : { windowStart, headTokens };
}

/** A window that leaves a step free, so that it can stay for a while. */
async function newWindow(model: LocalModel, { cursor, budget }: LineContextRequest): Promise<Window> {
  const { text } = cursor.document;
  const reach = Math.max(0, cursor.lineStart - reachBefore(budget));
  const from = reach === 0 ? 0 : text.indexOf("\n", reach) + 1;
  if (from > cursor.lineStart || (from === 0 && reach > 0))
    return { windowStart: cursor.lineStart, headTokens: new Int32Array() };
  const lines = text.slice(from, cursor.lineStart).split(/(?<=\n)/);
  const counts = (await model.tokenize(lines.map(withLineFeeds))).map((tokens) => tokens.length);
  const room = roomOf(budget, cursor) - budget.step;
  let windowStart = cursor.lineStart;
  let used = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    used += counts[at] as number;
    if (used > room) break;
    windowStart -= (lines[at] as string).length;
  }
  const [headTokens] = await model.tokenize([withLineFeeds(text.slice(windowStart, cursor.lineStart))]);
  return { windowStart, headTokens: headTokens ?? new Int32Array() };
}

/** Most characters of the window before the cursor's line. */
function reachBefore(budget: TokenBudget): number {
  return Math.min(budget.prefix * CHARACTERS_PER_TOKEN, REACH_BEFORE);
}

/** Tokens for the lines above: what is left beside the cursor's line, or beside the room kept free for it. */
function roomOf(budget: TokenBudget, cursor: CursorContext): number {
  // A token is at least one UTF-8 byte, and at most three bytes stand for one UTF-16 unit.
  const longestLine = Math.min(3 * cursor.linePrefix.length, budget.prefix);
  const likelyLine = Math.ceil(cursor.linePrefix.length / 2);
  return budget.prefix - Math.max(budget.line, Math.min(longestLine, likelyLine));
}

/** As many whole lines from the start of `text` as take at most `room` tokens. */
async function wholeLinesThatFit(model: LocalModel, text: string, room: number): Promise<string> {
  const lines = text.split(/(?<=\n)/);
  const counts = (await model.tokenize(lines)).map((tokens) => tokens.length);
  let used = 0;
  const end = counts.findIndex((count) => {
    used += count;
    return used > room;
  });
  return ownText(lines.slice(0, end < 0 ? lines.length : end).join(""));
}

/** Whole snippets by rank, each with a separator, in at most `room` tokens; one that is too long is passed over. */
async function snippetsThatFit(
  model: LocalModel,
  snippets: readonly Snippet[],
  room: number,
): Promise<Pick<LineContext, "snippets" | "snippetTokens">> {
  const tokens = await model.tokenize(snippets.map((each) => withLineFeeds(snippetText(model.profile, each))));
  const kept: Snippet[] = [];
  const keptTokens: Int32Array[] = [];
  let used = 0;
  for (const [at, snippet] of snippets.entries()) {
    const piece = tokens[at] as Int32Array;
    if (used + piece.length + 1 > room) continue;
    used += piece.length + 1;
    kept.push(snippet);
    keptTokens.push(piece);
  }
  return { snippets: kept, snippetTokens: keptTokens };
}
