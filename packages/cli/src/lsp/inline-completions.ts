/** Answers one editor's requests for inline completions. Knows documents and the pipeline, but no transport. */
import {
  type Capabilities,
  type CompletionRequest,
  type CursorContext,
  complete,
  cursorContextOf,
  type Outcome,
  reasonToSkip,
  requestEventOf,
  Session,
  sourcesOf,
} from "@nearfirst/core";
import type { InlineCompletionItem, Position } from "vscode-languageserver/node";
import { AcceptedWatch, type Edit, LOOK_AFTER_SECONDS } from "./accepted-watch.js";
import type { BackendLoader } from "./backend-loader.js";
import type { LspBackend } from "./lsp-backend.js";
import { NewestRequest } from "./newest-request.js";
import type { DocumentAtCursor, OpenDocuments } from "./open-documents.js";
import {
  type OutcomeNotification,
  outcomeNotification,
  type ServerReason,
  serverNotification,
} from "./outcome-notification.js";
import { SuggestionFates } from "./suggestion-fates.js";
import { ACCEPT_COMMAND, type Fate, type SuggestionRegister } from "./suggestion-register.js";

/** How long a request waits for the model to load before it is answered empty, in milliseconds. */
export const LOADING_WAIT_MS = 2_000;

export interface CursorRequest {
  readonly uri: string;
  readonly position: Position;
  readonly trigger: CompletionRequest["trigger"];
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

export class InlineCompletions {
  readonly #documents: OpenDocuments;
  readonly #loader: BackendLoader;
  readonly #register: SuggestionRegister;
  readonly #requests = new NewestRequest<WorkResult>();
  /** One for the editor: it has one cursor, and shows one suggestion. */
  readonly #session = new Session();
  readonly #accepted: AcceptedWatch;
  readonly #fates: SuggestionFates;

  constructor(documents: OpenDocuments, loader: BackendLoader, register: SuggestionRegister) {
    this.#documents = documents;
    this.#loader = loader;
    this.#register = register;
    this.#accepted = new AcceptedWatch({
      textOf: (uri) => documents.get(uri)?.text ?? null,
      onLook: (suggestionId, keptShare) =>
        loader.current?.record({ type: "survival", suggestionId, afterSeconds: LOOK_AFTER_SECONDS, keptShare }),
    });
    this.#fates = new SuggestionFates({
      register,
      session: this.#session,
      record: (event) => loader.current?.record(event),
      onAccepted: (suggestion) => this.#accepted.accepted(suggestion),
    });
  }

  /** Never rejects, and resolves exactly once for each request. */
  async answer({ uri, position, trigger, cancelled }: CursorRequest): Promise<InlineCompletionAnswer> {
    const startedAt = performance.now();
    const at = this.#documents.at(uri, position);
    const ended = () => ({ uri, version: at?.version ?? null, ms: performance.now() - startedAt });
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
      run: (signal) => this.#run(at, trigger, signal),
    });
    if (ending.kind === "closed") return none("cancelled", "document-not-open");
    if (ending.kind !== "done") return none("cancelled", ending.kind);
    const { result } = ending;
    if (result.kind !== "outcome")
      return { items: [], notification: serverNotification(ended(), result.kind, result.reason, result.message) };
    const { outcome } = result;
    this.#fates.noticed(outcome.trace);
    const suggestion = outcome.kind === "suggested" ? outcome.suggestion : null;
    const range = suggestion === null ? null : this.#documents.rangeOf(at, suggestion);
    const id = suggestion === null || range === null ? null : this.#register.register({ uri, ...suggestion });
    const { languageId } = at.document;
    this.#loader.current?.record(requestEventOf(outcome, { suggestionId: id, trigger, languageId }));
    if (outcome.kind !== "suggested") return { items: [], notification: outcomeNotification(ended(), outcome, null) };
    if (range === null || id === null) return none("skipped", "range-not-on-line");
    const command = { title: "Accept", command: ACCEPT_COMMAND, arguments: [id] };
    return {
      items: [{ insertText: outcome.suggestion.text, range, command }],
      notification: outcomeNotification(ended(), outcome, id),
    };
  }

  /** The editor says what became of a suggestion. */
  told(fate: Fate, id: unknown): void {
    this.#fates.told(fate, id);
  }

  /** What was replaced in a document, in order. */
  edited(uri: string, edits: readonly Edit[]): void {
    this.#accepted.edited(uri, edits);
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
   * is the hardest to guess by hand), and where no new generation is needed.
   */
  #delayMs(at: DocumentAtCursor, trigger: CompletionRequest["trigger"]): number {
    const backend = this.#loader.current;
    if (backend === null || trigger === "explicit") return 0;
    const request = requestOf(at, trigger, backend);
    if (reasonToSkip(request, backend.capabilities.model.profile) !== null) return 0;
    const cursor = cursorContextOf(request.document, request.offset);
    const isAtOnce = cursor.linePrefix.trim() === "" || this.#isAnswered(request, cursor, backend.capabilities);
    return isAtOnce ? 0 : backend.delayMs;
  }

  /** True where the pipeline will find the answer: it is on screen, was given before, or is on its way. */
  #isAnswered(request: CompletionRequest, cursor: CursorContext, capabilities: Capabilities): boolean {
    return this.#session.hasAnswer({ request, cursor, sources: sourcesOf(capabilities) });
  }

  /** Reaches the pipeline before its first `await` where the model is loaded: see `NewestRequest`. */
  async #run(at: DocumentAtCursor, trigger: CompletionRequest["trigger"], signal: AbortSignal): Promise<WorkResult> {
    const backend = this.#loader.current ?? (await this.#whenLoaded(signal));
    if (backend === null) {
      const { failure } = this.#loader;
      if (failure === null) return skipped("loading");
      return { kind: "failed", reason: failure.code, message: failure.message };
    }
    if (trigger === "automatic" && !backend.automatic) return skipped("automatic-off");
    const declined = backend.declines(at.document);
    if (declined !== null) return skipped(declined);
    const outcome = await complete(requestOf(at, trigger, backend), backend.capabilities, this.#session, signal);
    return { kind: "outcome", outcome };
  }

  /** The backend once it is loaded; null when that fails or takes too long. */
  async #whenLoaded(signal: AbortSignal): Promise<LspBackend | null> {
    const leave = new AbortController();
    const tooLong = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOADING_WAIT_MS);
      for (const each of [signal, leave.signal])
        each.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
    });
    await Promise.race([this.#loader.settled, tooLong]);
    leave.abort();
    return this.#loader.current;
  }
}

function requestOf(
  { document, offset }: DocumentAtCursor,
  trigger: CompletionRequest["trigger"],
  { stopMode, maxTokens }: LspBackend,
): CompletionRequest {
  return { document, offset, stopMode, maxTokens, trigger };
}

function skipped(reason: string): WorkResult {
  return { kind: "skipped", reason, message: null };
}
