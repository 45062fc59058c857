/** The only state between requests: answers, line contexts, the suggestion on screen, the generation in flight. */
import type { CursorContext } from "./cursor/cursor-context.js";
import { type Generate, InFlight } from "./in-flight.js";
import { LruCache } from "./lru-cache.js";
import { linePlaceKey, type Place, placeOf, typedSince } from "./place.js";
import type { LineContext } from "./prompt/line-context.js";
import type { CompletionRequest, Confidence, GeneratedToken, RoutingTrace, StopReason, Suggestion } from "./types.js";

/** What a model answered at one cursor, before post-processing. */
export interface Answer {
  readonly text: string;
  readonly confidence: Confidence | null;
  readonly stopReason: StopReason;
  readonly tokens: readonly GeneratedToken[];
  readonly routing: RoutingTrace;
}

/** What the answers depend on besides the text: the exact model, and the state of the index. */
export interface Sources {
  readonly fingerprint: string;
  readonly revision: number;
}

export interface RememberedLine {
  readonly id: number;
  readonly context: LineContext;
  readonly sources: Sources;
}

const MAX_ANSWERS = 250;
const MAX_LINES = 64;

export class Session {
  readonly #answers = new LruCache<string, Answer>(MAX_ANSWERS);
  readonly #lines = new LruCache<string, RememberedLine>(MAX_LINES);
  readonly #latestLineOfFile = new LruCache<string, { readonly key: string; readonly line: RememberedLine }>(MAX_LINES);
  #nextLineId = 0;
  #shown: { readonly place: Place; readonly text: string; readonly settings: string } | null = null;
  #inFlight: { readonly job: InFlight<Answer>; readonly place: Place; readonly settings: string } | null = null;

  /** The rest of the suggestion on screen, where the developer typed its beginning; null otherwise. */
  typedThrough(request: CompletionRequest, cursor: CursorContext): Suggestion | null {
    if (this.#shown === null || this.#shown.settings !== settingsOf(request)) return null;
    const typed = typedSince(this.#shown.place, placeOf(cursor));
    if (typed === null || !this.#shown.text.startsWith(typed.text)) return null;
    const text = this.#shown.text.slice(typed.text.length);
    // What the editor closed by itself is replaced: the suggestion brings its own.
    if (text === "" || !text.includes(typed.autoClosed)) return null;
    return { text, start: cursor.offset, end: cursor.offset + typed.autoClosed.length };
  }

  /** Remembers what is on screen at the cursor; null when nothing is. */
  show(request: CompletionRequest, cursor: CursorContext, text: string | null): void {
    this.#shown = text === null ? null : { place: placeOf(cursor), text, settings: settingsOf(request) };
  }

  /** The context of the cursor's line, if it still holds. While the line is the file's latest, the index may change. */
  lineContext(cursor: CursorContext, sources: Sources): RememberedLine | null {
    const key = linePlaceKey(cursor);
    const line = this.#lines.get(key);
    if (line === undefined || line.sources.fingerprint !== sources.fingerprint) return null;
    const isLatest = this.#latestLineOfFile.get(cursor.document.uri)?.key === key;
    return isLatest || line.sources.revision === sources.revision ? line : null;
  }

  /** The context of the line that was asked about before in the same file. */
  previousLineContext(cursor: CursorContext, sources: Sources): LineContext | null {
    const line = this.#latestLineOfFile.get(cursor.document.uri)?.line;
    return line?.sources.fingerprint === sources.fingerprint ? line.context : null;
  }

  rememberLine(cursor: CursorContext, sources: Sources, context: LineContext): RememberedLine {
    const key = linePlaceKey(cursor);
    const line = Object.freeze({ id: this.#nextLineId++, context: Object.freeze(context), sources });
    this.#lines.set(key, line);
    this.#latestLineOfFile.set(cursor.document.uri, { key, line });
    return line;
  }

  /**
   * An answer given before at this very place. Its key is all that can change it: the line's context (model, file,
   * window, snippets), the text on the cursor's line, and the request's settings.
   */
  cachedAnswer(request: CompletionRequest, cursor: CursorContext, sources: Sources): Answer | null {
    const line = this.lineContext(cursor, sources);
    return line === null ? null : (this.#answers.get(answerKey(request, cursor, line)) ?? null);
  }

  rememberAnswer(request: CompletionRequest, cursor: CursorContext, line: RememberedLine, answer: Answer): void {
    this.#answers.set(answerKey(request, cursor, line), Object.freeze(answer));
  }

  /** The generation in flight whose answer can still match, and what was typed since it began. */
  matchingInFlight(request: CompletionRequest, cursor: CursorContext): { job: InFlight<Answer>; typed: string } | null {
    const running = this.#inFlight;
    if (running === null || !running.job.isRunning || running.settings !== settingsOf(request)) return null;
    const typed = typedSince(running.place, placeOf(cursor));
    if (typed === null || typed.autoClosed !== "" || !running.job.canStartWith(typed.text)) return null;
    return { job: running.job, typed: typed.text };
  }

  /** What is known of the last generation's answer and still fits after what was typed since: a draft for the next. */
  unfinishedAnswer(cursor: CursorContext): string {
    if (this.#inFlight === null) return "";
    const { job, place } = this.#inFlight;
    const typed = typedSince(place, placeOf(cursor));
    return typed !== null && job.textSoFar.startsWith(typed.text) ? job.textSoFar.slice(typed.text.length) : "";
  }

  /** Starts a generation; one that is still in flight for another place ends. */
  start(request: CompletionRequest, cursor: CursorContext, generate: Generate<Answer>): InFlight<Answer> {
    const previous = this.#inFlight;
    const job = new InFlight<Answer>(generate);
    this.#inFlight = { job, place: placeOf(cursor), settings: settingsOf(request) };
    previous?.job.abort();
    return job;
  }
}

function settingsOf(request: CompletionRequest): string {
  return `${request.stopMode} ${request.maxTokens}`;
}

function answerKey(request: CompletionRequest, cursor: CursorContext, line: RememberedLine): string {
  return [line.id, settingsOf(request), cursor.linePrefix, cursor.lineSuffix].join("\0");
}
