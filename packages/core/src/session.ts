/** The only state between requests: answers, line contexts, the suggestion on screen, the generation in flight. */
import type { CursorContext } from "./cursor/cursor-context.js";
import { InFlight } from "./in-flight.js";
import { LruCache } from "./lru-cache.js";
import type { LineContext } from "./prompt/line-context.js";
import type { CompletionRequest, Confidence, GeneratedToken, RoutingTrace, StopReason } from "./types.js";

/** What a model answered at one cursor, before post-processing. */
export interface Answer {
  readonly text: string;
  readonly confidence: Confidence | null;
  readonly stopReason: StopReason;
  readonly tokens: readonly GeneratedToken[];
  readonly routing: RoutingTrace;
}

/** How much of the file, before and after the cursor's line, identifies a place; more than any prompt holds. */
const REACH_BEFORE = 24_000;
const REACH_AFTER = 8_000;
const MAX_ANSWERS = 250;
const MAX_LINES = 64;

/** The text around a cursor, cut so that comparing it does not grow with the file. */
interface Place {
  readonly uri: string;
  readonly languageId: string;
  readonly before: string;
  readonly after: string;
}

interface Shown {
  readonly place: Place;
  readonly text: string;
}

interface RememberedLine {
  readonly id: number;
  readonly context: LineContext;
  readonly revision: number;
}

export class Session {
  readonly #answers = new LruCache<string, Answer>(MAX_ANSWERS);
  readonly #lines = new LruCache<string, RememberedLine>(MAX_LINES);
  readonly #lastLineOfFile = new LruCache<string, { readonly key: string; readonly line: RememberedLine }>(MAX_LINES);
  #nextLineId = 0;
  #shown: Shown | null = null;
  #inFlight: { readonly job: InFlight<Answer>; readonly place: Place; readonly settings: string } | null = null;

  /** The rest of the suggestion on screen, where the developer typed its beginning; null otherwise. */
  typedThrough(cursor: CursorContext): string | null {
    const shown = this.#shown;
    if (shown === null) return null;
    const typed = typedSince(shown.place, placeOf(cursor));
    if (typed === null || !shown.text.startsWith(typed) || typed.length >= shown.text.length) return null;
    return shown.text.slice(typed.length);
  }

  /** Remembers what is on screen at the cursor; null when nothing is. */
  show(cursor: CursorContext, text: string | null): void {
    this.#shown = text === null ? null : { place: placeOf(cursor), text };
  }

  /** The context of the cursor's line, if it still holds: while the line is the file's latest, whatever the index does. */
  lineContext(cursor: CursorContext, fingerprint: string, revision: number): RememberedLine | null {
    const key = lineKey(cursor, fingerprint);
    const line = this.#lines.get(key);
    if (line === undefined) return null;
    const isLatest = this.#lastLineOfFile.get(cursor.document.uri)?.key === key;
    return isLatest || line.revision === revision ? line : null;
  }

  /** The context of the line that was last asked about in the same file. */
  previousLineContext(cursor: CursorContext): LineContext | null {
    return this.#lastLineOfFile.get(cursor.document.uri)?.line.context ?? null;
  }

  rememberLine(cursor: CursorContext, fingerprint: string, revision: number, context: LineContext): RememberedLine {
    const key = lineKey(cursor, fingerprint);
    const line = Object.freeze({ id: this.#nextLineId++, context: Object.freeze(context), revision });
    this.#lines.set(key, line);
    this.#lastLineOfFile.set(cursor.document.uri, { key, line });
    return line;
  }

  /**
   * An answer given before at this very place. The key is all that can change it: the line's context (which holds
   * model, file, window, snippets), the cursor's line, and the request's settings.
   */
  cachedAnswer(request: CompletionRequest, cursor: CursorContext, line: RememberedLine): Answer | undefined {
    return this.#answers.get(answerKey(request, cursor, line));
  }

  rememberAnswer(request: CompletionRequest, cursor: CursorContext, line: RememberedLine, answer: Answer): void {
    this.#answers.set(answerKey(request, cursor, line), Object.freeze(answer));
  }

  /** The generation in flight whose answer can still match, and what was typed since it began. */
  matchingInFlight(request: CompletionRequest, cursor: CursorContext): { job: InFlight<Answer>; typed: string } | null {
    const running = this.#inFlight;
    if (running === null || running.job.isDone || running.settings !== settingsOf(request)) return null;
    const typed = typedSince(running.place, placeOf(cursor));
    return typed !== null && running.job.canStartWith(typed) ? { job: running.job, typed } : null;
  }

  /** Starts a generation; one that is still in flight for another place ends. */
  start(
    request: CompletionRequest,
    cursor: CursorContext,
    run: ConstructorParameters<typeof InFlight<Answer>>[0],
  ): InFlight<Answer> {
    this.#inFlight?.job.abort(new DOMException("superseded by a newer request", "AbortError"));
    const job = new InFlight<Answer>(run);
    this.#inFlight = { job, place: placeOf(cursor), settings: settingsOf(request) };
    return job;
  }
}

function placeOf(cursor: CursorContext): Place {
  const { text, uri, languageId } = cursor.document;
  return {
    uri,
    languageId,
    before: text.slice(Math.max(0, cursor.offset - REACH_BEFORE), cursor.offset),
    after: text.slice(cursor.offset, cursor.offset + REACH_AFTER),
  };
}

/** What was inserted at `then` to get to `now`; null where anything else changed. The empty string: the same place. */
function typedSince(then: Place, now: Place): string | null {
  if (then.uri !== now.uri || then.languageId !== now.languageId || then.after !== now.after) return null;
  if (now.before.startsWith(then.before)) return now.before.slice(then.before.length);
  // In a long file the window before the cursor moved along with it.
  if (then.before.length < REACH_BEFORE || now.before.length < REACH_BEFORE) return null;
  const anchor = then.before.slice(-REACH_BEFORE / 2);
  const at = now.before.lastIndexOf(anchor);
  return at < 0 || !then.before.endsWith(now.before.slice(0, at + anchor.length))
    ? null
    : now.before.slice(at + anchor.length);
}

function lineKey(cursor: CursorContext, fingerprint: string): string {
  const { text, uri, languageId } = cursor.document;
  const lineEnd = cursor.offset + cursor.lineSuffix.length;
  const before = text.slice(Math.max(0, cursor.lineStart - REACH_BEFORE), cursor.lineStart);
  const after = text.slice(lineEnd, lineEnd + REACH_AFTER);
  return [fingerprint, uri, languageId, before, after].join("\0");
}

function settingsOf(request: CompletionRequest): string {
  return `${request.stopMode}\0${request.maxTokens}`;
}

function answerKey(request: CompletionRequest, cursor: CursorContext, line: RememberedLine): string {
  return [line.id, settingsOf(request), cursor.linePrefix, cursor.lineSuffix].join("\0");
}
