/** The only state between requests: answers, line contexts, the suggestion on screen, the generation in flight. */
import type { CursorContext } from "./cursor/cursor-context.js";
import type { Capabilities } from "./engine.js";
import { frozen } from "./frozen.js";
import { type Generate, InFlight } from "./in-flight.js";
import type { LargeAnswer } from "./large/ask-large.js";
import { LruCache } from "./lru-cache.js";
import { linePlaceKey } from "./place.js";
import type { LineContext } from "./prompt/line-context.js";
import { identityOf } from "./prompt/model-profile.js";
import { type Running, RunningAt } from "./running-at.js";
import { Screen, type ScreenOptions, type Shown } from "./screen.js";
import type { CompletionRequest, Confidence, GeneratedToken, StopReason, Suggestion, Tier } from "./types.js";
import type { UserAction } from "./user-action.js";

/** What a model answered at one cursor, before routing and post-processing. */
export interface Answer {
  readonly text: string;
  /** Of the first tokens, and of all of them. */
  readonly confidence: Confidence | null;
  readonly wholeConfidence: Confidence | null;
  readonly stopReason: StopReason;
  readonly tokens: readonly GeneratedToken[];
  /** Files whose text the model saw beside the one at the cursor: those of its prompt, whatever a later line's has. */
  readonly seenPaths: readonly string[];
}

/** What the answers depend on besides the text. */
export interface Sources {
  /** Identifies the weights and how they are asked. */
  readonly model: string;
  /** State of the index. */
  readonly revision: number;
}

export function sourcesOf({ model, retriever }: Pick<Capabilities, "model" | "retriever">): Sources {
  return { model: identityOf(model.profile), revision: retriever.revision };
}

/** A request with what its answer depends on. */
export interface Asked {
  readonly request: CompletionRequest;
  readonly cursor: CursorContext;
  readonly sources: Sources;
}

/** A request's line: what stays the same for all requests on it. */
export type AskedLine = Omit<Asked, "request">;

export interface RememberedLine {
  readonly id: number;
  readonly context: LineContext;
  readonly sources: Sources;
}

const MAX_ANSWERS = 250;
const MAX_LINES = 64;

export class Session {
  readonly screen: Screen;
  readonly #answers = new LruCache<string, Answer>(MAX_ANSWERS);
  readonly #lines = new LruCache<string, RememberedLine>(MAX_LINES);
  readonly #latestLineOfFile = new LruCache<string, { readonly key: string; readonly line: RememberedLine }>(MAX_LINES);
  #nextLineId = 0;
  readonly #local = new RunningAt<Answer>();
  readonly #large = new RunningAt<LargeAnswer>();

  constructor(screen: ScreenOptions = {}) {
    this.screen = new Screen(screen);
  }

  /**
   * Where other folders or settings count from now on: nothing that was made of those before is used again, neither for an
   * answer nor for a question to the large model. What is on screen stays.
   */
  forget(): void {
    this.#answers.clear();
    this.#lines.clear();
    this.#latestLineOfFile.clear();
    this.#local.end();
    this.#large.end();
  }

  /** True where no new generation is needed: the answer is on screen, was given before, or is on its way. */
  hasAnswer(asked: Asked): boolean {
    return (
      this.typedThrough(asked) !== null || this.matchingInFlight(asked) !== null || this.cachedAnswer(asked) !== null
    );
  }

  /** Takes note of what the developer did with what is on screen: once for each request, before anything else. */
  notice(asked: Asked, nowMs: number): UserAction | null {
    const { cursor, request } = asked;
    return this.screen.notice({ cursor, trigger: request.trigger, settings: settingsOf(asked), nowMs });
  }

  /** The rest of the suggestion on screen, where the developer typed its beginning; null otherwise. */
  typedThrough(asked: Asked): (Suggestion & { readonly tier: Tier }) | null {
    return this.screen.rest(asked.cursor, settingsOf(asked));
  }

  /**
   * True where the developer goes on typing what is on screen: it stays there also where nothing would be suggested unasked,
   * as he may have asked for it.
   */
  isTypedOn(asked: Asked): boolean {
    return this.screen.isTypedOn(asked.cursor, settingsOf(asked));
  }

  /** Remembers what is on screen at the cursor from now on; null when nothing is. */
  show(asked: Asked, shown: Omit<Shown, "settings"> | null, nowMs: number): void {
    this.screen.show(shown === null ? null : { ...shown, settings: settingsOf(asked) }, asked.cursor, nowMs);
  }

  /** The context of the cursor's line, if it still holds. While the line is the file's latest, the index may change. */
  lineContext({ cursor, sources }: AskedLine): RememberedLine | null {
    const key = linePlaceKey(cursor);
    const line = this.#lines.get(key);
    if (line === undefined || line.sources.model !== sources.model) return null;
    const isLatest = this.#latestLineOfFile.get(cursor.document.uri)?.key === key;
    return isLatest || line.sources.revision === sources.revision ? line : null;
  }

  /** The line of the same file that a prompt was laid out for last: its prompt is in the model's KV cache. */
  latestLine({ cursor, sources }: AskedLine): RememberedLine | null {
    const line = this.#latestLineOfFile.get(cursor.document.uri)?.line;
    return line?.sources.model === sources.model ? line : null;
  }

  /** Remembers a new context for the cursor's line, which becomes the file's latest. */
  rememberLine({ cursor, sources }: AskedLine, context: LineContext): RememberedLine {
    const line = frozen({ id: this.#nextLineId++, context, sources });
    this.#setLatest(cursor, line);
    return line;
  }

  /** Makes the remembered line of the cursor the file's latest. */
  returnTo({ cursor }: AskedLine, line: RememberedLine): void {
    this.#setLatest(cursor, line);
  }

  #setLatest(cursor: CursorContext, line: RememberedLine): void {
    const key = linePlaceKey(cursor);
    this.#lines.set(key, line);
    this.#latestLineOfFile.set(cursor.document.uri, { key, line });
  }

  /**
   * An answer given before at this very place. Its key is all that can change it: the line's context (model, file,
   * window, snippets), the text on the cursor's line, and the request's settings.
   */
  cachedAnswer(asked: Asked): Answer | null {
    const line = this.lineContext(asked);
    return line === null ? null : (this.#answers.get(answerKey(asked, line)) ?? null);
  }

  /** The remembered answer, which can no longer be changed. */
  rememberAnswer(asked: Asked, line: RememberedLine, answer: Answer): Answer {
    this.#answers.set(answerKey(asked, line), frozen(answer));
    return answer;
  }

  /** The generation in flight whose answer can still match, and what was typed since it began. */
  matchingInFlight(asked: Asked): Running<Answer> | null {
    return this.#local.matching(asked.cursor, settingsOf(asked));
  }

  /** What is known of the last generation's answer and still fits after what was typed since: a draft for the next. */
  unfinishedAnswer({ cursor }: AskedLine): string {
    return this.#local.restSoFar(cursor);
  }

  /** Starts a generation; one that is still in flight for another place ends. */
  start(asked: Asked, generate: Generate<Answer>): InFlight<Answer> {
    const job = new InFlight<Answer>(generate);
    this.#local.start(job, asked.cursor, settingsOf(asked));
    return job;
  }

  /** The large model's answer, on its way or there, that can still match; and what was typed since it was asked. */
  largeAnswer(asked: Asked): LargeJob | null {
    return this.#large.matchingOrAnswered(asked.cursor, settingsOf(asked));
  }

  /** Ends the question to the large model whose answer cannot match any more; true where there was one. */
  endOutdatedLarge(asked: Asked): boolean {
    return this.#large.endOutdated(asked.cursor, settingsOf(asked));
  }

  /** Asks the large model. The question outlives the request, until its answer cannot match any more. */
  startLarge(asked: Asked, nowMs: number, ask: Generate<LargeAnswer>): LargeJob {
    const job = new InFlight<LargeAnswer>(ask, "runs-on");
    this.#large.start(job, asked.cursor, settingsOf(asked), nowMs);
    return { job, typed: "", startedMs: nowMs };
  }
}

/** A question to the large model. */
export type LargeJob = Running<LargeAnswer>;

/** What must be the same for an answer to be worth anything at another cursor. */
function settingsOf({ request, sources }: Asked): string {
  return [sources.model, request.stopMode, request.maxTokens].join("\0");
}

function answerKey(asked: Asked, line: RememberedLine): string {
  const { linePrefix, lineSuffix } = asked.cursor;
  return [line.id, settingsOf(asked), linePrefix, lineSuffix].join("\0");
}
