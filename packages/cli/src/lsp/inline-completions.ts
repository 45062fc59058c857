/** Answers one editor's requests for inline completions. Knows documents and the pipeline, but no transport. */
import {
  type CompletionRequest,
  complete,
  cursorContextOf,
  type Outcome,
  reasonToSkip,
  requestEventOf,
  Session,
  type Suggestion,
  sourcesOf,
  type Trace,
} from "@nearfirst/core";
import type { InlineCompletionItem, Position, SelectedCompletionInfo } from "vscode-languageserver/node";
import { AcceptedWatch, type Edit, LOOK_AFTER_SECONDS } from "./accepted-watch.js";
import type { BackendLoader } from "./backend-loader.js";
import { areCommentsOff } from "./comments-off.js";
import { type LastTrace, lastTraceOf } from "./last-trace.js";
import type { LspBackend } from "./lsp-backend.js";
import { NewestRequest } from "./newest-request.js";
import { NextSuggestion } from "./next-suggestion.js";
import type { DocumentAtCursor, OpenDocuments } from "./open-documents.js";
import {
  type OutcomeNotification,
  outcomeNotification,
  type ServerReason,
  serverNotification,
} from "./outcome-notification.js";
import { requestOf } from "./request-of.js";
import { type PlaceWithEntry, placeWithEntry } from "./selected-entry.js";
import { SuggestionFates, type SuggestionFatesOptions } from "./suggestion-fates.js";
import { ACCEPT_COMMAND, SuggestionRegister } from "./suggestion-register.js";
import { TypingRhythm } from "./typing-rhythm.js";
import { whenLoaded } from "./when-loaded.js";

export interface CursorRequest {
  readonly uri: string;
  readonly position: Position;
  readonly trigger: CompletionRequest["trigger"];
  /** The entry that is selected in an open list of completions, unchecked. */
  readonly selected?: SelectedCompletionInfo | null | undefined;
  /** Aborted when the editor cancels the request. */
  readonly cancelled: AbortSignal;
}

export interface InlineCompletionAnswer {
  readonly items: readonly InlineCompletionItem[];
  readonly notification: OutcomeNotification;
}

/** How the work on a request ended: by the pipeline, or before it was asked. */
type WorkResult =
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "skipped" | "failed"; readonly reason: string; readonly message: string | null };

export interface InlineCompletionsOptions {
  readonly documents: OpenDocuments;
  readonly loader: BackendLoader;
  /** Whether the editor says which suggestions it shows. Default: `when-answered`, it does not. */
  readonly seen?: SuggestionFatesOptions["seen"];
}

export class InlineCompletions {
  readonly #documents: OpenDocuments;
  readonly #loader: BackendLoader;
  readonly #register = new SuggestionRegister();
  readonly #requests = new NewestRequest();
  readonly #rhythm = new TypingRhythm();
  /** One for the editor: it has one cursor, and shows one suggestion. */
  readonly #session: Session;
  readonly #accepted: AcceptedWatch;
  readonly #next: NextSuggestion;
  readonly #seen: SuggestionFatesOptions["seen"] & string;
  #lastTrace: (() => LastTrace) | null = null;
  /** What the editor says of suggestions. */
  readonly fates: SuggestionFates;

  constructor({ documents, loader, seen = "when-answered" }: InlineCompletionsOptions) {
    this.#documents = documents;
    this.#loader = loader;
    this.#seen = seen;
    this.#session = new Session({ seen });
    this.#next = new NextSuggestion({ documents, loader, requests: this.#requests, session: this.#session });
    this.#accepted = new AcceptedWatch({
      textOf: (uri) => documents.get(uri)?.text ?? null,
      onLook: (suggestionId, keptShare) =>
        loader.current?.record({ type: "survival", suggestionId, afterSeconds: LOOK_AFTER_SECONDS, keptShare }),
    });
    this.fates = new SuggestionFates({
      register: this.#register,
      session: this.#session,
      seen,
      nowMs: () => loader.current?.capabilities.clock.now() ?? 0,
      record: (event) => loader.current?.record(event),
      onAccepted: (suggestion) => this.#accepted.accepted(suggestion),
      onToldAccepted: (suggestion) => this.#next.accepted(suggestion),
    });
  }

  /** Never rejects, and resolves exactly once for each request. */
  async answer({ uri, position, trigger, selected, cancelled }: CursorRequest): Promise<InlineCompletionAnswer> {
    const startedAt = performance.now();
    const place = this.#documents.at(uri, position);
    const withEntry = place === null ? null : placeWithEntry(place, this.#documents, selected);
    const at = withEntry?.at ?? place;
    let waitedMs: number | null = null;
    const ended = () => {
      const ms = performance.now() - startedAt;
      return { uri, version: at?.version ?? null, ms, waitedMs: waitedMs ?? ms };
    };
    const none = (kind: "skipped" | "cancelled", reason: ServerReason) => ({
      items: [],
      notification: serverNotification(ended(), kind, reason),
    });
    if (at === null) return none("skipped", "document-not-open");
    this.#loader.retry();
    const ending = await this.#requests.serve({
      key: uri,
      cancelled,
      delayMs: this.#delayMs(at, trigger),
      run: (signal) => {
        waitedMs = performance.now() - startedAt;
        return this.#run({ at, trigger, cancelled }, signal);
      },
    });
    if (ending.kind === "closed") return none("cancelled", "document-not-open");
    if (ending.kind !== "done") return none("cancelled", ending.kind);
    const { result } = ending;
    if (result.kind !== "outcome")
      return { items: [], notification: serverNotification(ended(), result.kind, result.reason, result.message) };
    const { outcome } = result;
    const shown = outcome.kind === "suggested" ? this.#inDocument(at, withEntry, outcome.suggestion) : null;
    const id = shown === null ? null : this.#register.register({ uri, ...shown.suggestion });
    const { languageId } = at.document;
    this.#loader.current?.record(requestEventOf(outcome, { suggestionId: id, seen: this.#seen, trigger, languageId }));
    if (outcome.kind !== "suggested") return { items: [], notification: outcomeNotification(ended(), outcome, null) };
    if (shown === null || id === null) {
      this.notDelivered(uri, outcome.trace.source);
      return none("skipped", "range-not-on-line");
    }
    const command = { title: "Accept", command: ACCEPT_COMMAND, arguments: [id] };
    return {
      items: [{ insertText: shown.suggestion.text, range: shown.range, command }],
      notification: outcomeNotification(ended(), outcome, id),
    };
  }

  /** A suggestion as the editor is told it; null for one that it cannot show. */
  #inDocument(at: DocumentAtCursor, withEntry: PlaceWithEntry | null, suggestion: Suggestion) {
    const range = this.#documents.rangeOf(at, suggestion);
    if (range === null) return null;
    return withEntry === null ? { suggestion, range } : withEntry.suggestionHere(suggestion, range);
  }

  /** What was replaced in a document, in order. */
  edited(uri: string, edits: readonly Edit[]): void {
    const changed = edits.reduce((sum, { start, end, length }) => sum + Math.max(end - start, length), 0);
    this.#rhythm.changed(changed, performance.now());
    this.#accepted.edited(uri, edits);
    this.#next.edited(uri, edits);
  }

  /** A suggestion did not reach the editor, which had cancelled its request. */
  notDelivered(uri: string, source: Trace["source"]): void {
    // What is typed through is on screen already.
    if (source !== "typed-through") this.#session.screen.notSeen(uri);
  }

  /** Of the last request that reached the pipeline; null before the first. */
  lastTrace(): LastTrace | null {
    return this.#lastTrace?.() ?? null;
  }

  /** A backend was loaded, of other folders or settings than the one before. */
  reloaded(): void {
    this.#session.forget();
  }

  /** Ends the request for a document that was closed. */
  closed(uri: string): void {
    this.#requests.close(uri);
    this.#accepted.closed(uri);
  }

  /** Ends all requests. */
  close(): void {
    this.#requests.closeAll();
    this.#accepted.close();
  }

  /**
   * How long to wait for a newer request. No wait where the developer asked, at the start of a line (what comes there
   * is the hardest to guess by hand), and where no new generation is needed: the answer is on screen, was given before,
   * or is on its way.
   */
  #delayMs(at: DocumentAtCursor, trigger: CompletionRequest["trigger"]): number {
    const backend = this.#loader.current;
    if (backend === null || trigger === "explicit") return 0;
    const request = requestOf(at, trigger, backend);
    if (reasonToSkip(request, backend.capabilities.model.profile) !== null || areCommentsOff(request, backend))
      return 0;
    const waitMs = this.#rhythm.waitMs(backend.delayMs, performance.now());
    const cursor = cursorContextOf(request.document, request.offset);
    if (cursor.linePrefix.trim() === "") return 0;
    return this.#session.hasAnswer({ request, cursor, sources: sourcesOf(backend.capabilities) }) ? 0 : waitMs;
  }

  /** Reaches the pipeline before its first `await` where the model is loaded: see `NewestRequest`. */
  async #run({ at, trigger, cancelled }: WorkOptions, signal: AbortSignal): Promise<WorkResult> {
    const backend = this.#loader.current ?? (await whenLoaded(this.#loader, signal));
    if (backend === null) {
      const { failure } = this.#loader;
      if (failure === null) return skipped("loading");
      return { kind: "failed", reason: failure.code, message: failure.message };
    }
    const declined = backend.declines(at.document);
    if (declined !== null) return skipped(declined);
    const request = requestOf(at, trigger, backend);
    const unasked = trigger === "explicit" ? null : this.#reasonUnasked(request, backend);
    if (unasked !== null) return skipped(unasked);
    const { capabilities } = backend;
    const outcome = await complete(request, capabilities, this.#session, signal);
    // What it saw of the suggestion before counts, whether or not somebody still waits for the answer.
    this.fates.noticed(outcome.trace);
    this.#lastTrace = () => lastTraceOf(at.document.uri, outcome, capabilities.model.profile.name);
    if (cancelled.aborted && outcome.kind === "suggested") this.notDelivered(at.document.uri, outcome.trace.source);
    return { kind: "outcome", outcome };
  }

  /** Why the settings want no suggestion unasked; what the developer asked for stays while he types it. */
  #reasonUnasked(request: CompletionRequest, backend: LspBackend): "automatic-off" | "comments-off" | null {
    const reason = backend.automatic ? (areCommentsOff(request, backend) ? "comments-off" : null) : "automatic-off";
    if (reason === null) return null;
    const cursor = cursorContextOf(request.document, request.offset);
    return this.#session.isTypedOn({ request, cursor, sources: sourcesOf(backend.capabilities) }) ? null : reason;
  }
}

interface WorkOptions extends Pick<CursorRequest, "trigger" | "cancelled"> {
  readonly at: DocumentAtCursor;
}

function skipped(reason: string): WorkResult {
  return { kind: "skipped", reason, message: null };
}
