/**
 * All of the prompt but the cursor's line: chosen once a line, then kept, so that a keystroke evaluates two or three
 * tokens instead of the whole prompt. The window's start moves in steps of an eighth of the context.
 */
import type { CursorContext } from "../cursor/cursor-context.js";
import type { LocalModel } from "../engine.js";
import { NearfirstError } from "../errors.js";
import type { Snippet } from "../types.js";
import type { ModelProfile } from "./model-profile.js";

export interface LineContext {
  readonly snippets: readonly Snippet[];
  readonly snippetTokens: readonly Int32Array[];
  /** Offset of the first character of the window; always a line start. */
  readonly windowStart: number;
  /** Tokens of the window's lines before the cursor's line. */
  readonly headTokens: Int32Array;
  /** Window text after the cursor's line, with its leading line break; whole lines. */
  readonly tail: string;
  /** False where only the cursor's line and tokens of the line before were added to the previous context. */
  readonly isRefreshed: boolean;
}

export interface TokenBudget {
  readonly snippets: number;
  readonly suffix: number;
  /** Prefix with the cursor's line. */
  readonly prefix: number;
  /** The part of `prefix` that is kept free for the cursor's line when the window is laid out. */
  readonly line: number;
  readonly step: number;
}

/** Special tokens of a prompt without snippets: begin of sequence, prefix, suffix, middle. */
const SPECIAL_TOKENS = 4;
/** A context below this cannot hold a prompt worth asking with. */
const SMALLEST_PREFIX = 64;
/** More characters a token than any code needs: bounds what is tokenised. */
const CHARACTERS_PER_TOKEN = 6;

/**
 * Splits the model's context: the answer first, then at most a quarter for snippets (MCCom 4.3: 512 of 2,048), at most
 * a quarter of the rest for the suffix (papers.md A13).
 */
export function tokenBudgetOf(profile: ModelProfile, maxTokens: number): TokenBudget {
  const context = profile.contextTokens;
  const snippets = Math.floor(context / 4);
  const inFile = context - snippets - maxTokens - SPECIAL_TOKENS;
  const suffix = Math.floor(inFile / 4);
  const prefix = inFile - suffix;
  const step = Math.ceil(context / 8);
  if (prefix < Math.max(SMALLEST_PREFIX, 2 * step))
    throw new NearfirstError({
      code: "context-too-small",
      message:
        `A context of ${context} tokens leaves no room for the code beside an answer of ${maxTokens} tokens. ` +
        "Ask for fewer tokens, or set a larger context.",
    });
  return { snippets, suffix, prefix, step, line: Math.floor(step / 2) };
}

export interface LineContextRequest {
  readonly cursor: CursorContext;
  readonly snippets: readonly Snippet[];
  readonly budget: TokenBudget;
  /** The context of the line before in the same file, if any: its window and snippets are kept while they can be. */
  readonly previous: LineContext | null;
}

/** Lays out the prompt around the cursor's line. */
export async function buildLineContext(model: LocalModel, request: LineContextRequest): Promise<LineContext> {
  const { cursor, snippets, budget, previous } = request;
  const text = cursor.document.text;
  const reach = Math.max(0, cursor.lineStart - budget.prefix * CHARACTERS_PER_TOKEN);
  const lineEnd = cursor.offset + cursor.lineSuffix.length;
  const after = text.slice(lineEnd, lineEnd + budget.suffix * CHARACTERS_PER_TOKEN);

  const room = budget.prefix - budget.line;
  const kept =
    previous !== null && previous.windowStart <= cursor.lineStart && previous.windowStart >= reach
      ? previous.windowStart
      : null;
  const keptHead = kept === null ? null : normalise(text.slice(kept, cursor.lineStart));
  const [keptTokens, ...snippetTokens] = await model.tokenize([keptHead ?? "", ...snippets.map((each) => each.text)]);

  const tail = await wholeLinesThatFit(model, normalise(after), budget.suffix);
  const chosen = withinBudget(snippetTokens, budget.snippets);
  const common = {
    snippets: snippets.slice(0, chosen),
    snippetTokens: snippetTokens.slice(0, chosen),
    tail,
  };
  if (kept !== null && keptTokens !== undefined && keptTokens.length <= room)
    return { ...common, windowStart: kept, headTokens: keptTokens, isRefreshed: false };

  const windowStart = await startThatFits(model, text, reach, cursor.lineStart, room - budget.step);
  const [headTokens] = await model.tokenize([normalise(text.slice(windowStart, cursor.lineStart))]);
  return { ...common, windowStart, headTokens: headTokens ?? new Int32Array(), isRefreshed: true };
}

/** The prompt has one line break; the file's own is put back when a suggestion is shown. */
export function normalise(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The earliest line start whose lines up to `end` take at most `room` tokens. */
async function startThatFits(
  model: LocalModel,
  text: string,
  reach: number,
  end: number,
  room: number,
): Promise<number> {
  const from = reach === 0 ? 0 : text.indexOf("\n", reach) + 1;
  if (from === 0 && reach > 0) return end;
  const lines = text.slice(from, end).split(/(?<=\n)/);
  const counts = (await model.tokenize(lines.map(normalise))).map((tokens) => tokens.length);
  let start = end;
  let used = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    used += counts[at] as number;
    if (used > room) break;
    start -= (lines[at] as string).length;
  }
  return start;
}

/** As many whole lines from the start of `text` as take at most `room` tokens. */
async function wholeLinesThatFit(model: LocalModel, text: string, room: number): Promise<string> {
  const lines = text.split(/(?<=\n)/);
  const counts = (await model.tokenize(lines)).map((tokens) => tokens.length);
  let used = 0;
  let kept = "";
  for (const [at, line] of lines.entries()) {
    used += counts[at] as number;
    if (used > room) break;
    kept += line;
  }
  return kept;
}

/** How many of `pieces`, best first, fit into `room` tokens with a separator each. */
function withinBudget(pieces: readonly Int32Array[], room: number): number {
  let used = 0;
  for (const [at, piece] of pieces.entries()) {
    used += piece.length + 1;
    if (used > room) return at;
  }
  return pieces.length;
}
