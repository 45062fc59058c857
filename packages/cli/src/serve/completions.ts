/** Answers the daemon's requests for code, whichever API they came by: each goes through the one `complete()`. */
import { randomUUID } from "node:crypto";
import {
  alwaysLocal,
  type Capabilities,
  type CompletionRequest,
  complete,
  cursorContextOf,
  type Outcome,
  requestEventOf,
  type Suggestion,
  sourcesOf,
} from "@nearfirst/core";
import { areCommentsOff } from "../lsp/comments-off.js";
import type { LspBackend } from "../lsp/lsp-backend.js";
import { CANCELLATION_GRACE_MS } from "../lsp/newest-request.js";
import type { Fate } from "../lsp/suggestion-register.js";
import { type ClientSession, ClientSessions } from "./client-session.js";
import { type CodeRequest, placedCode } from "./code-request.js";
import { type GivenSnippet, GivenSnippets } from "./given-snippets.js";

/** No suggestion for a reason outside of the pipeline: the settings want none in this file, or it is no insertion. */
export interface Declined {
  readonly kind: "declined";
  readonly reason: string;
}

export interface CodeAnswer {
  /** By which the client tells what became of the suggestion. */
  readonly id: string;
  readonly outcome: Outcome | Declined;
  /** What to insert at the cursor; empty where nothing is suggested. */
  readonly text: string;
}

export interface CompletionsOptions {
  readonly backend: LspBackend;
  /** Absolute path of the folder that clients' relative paths count from; null for none. */
  readonly folder: string | null;
  /** Told of each request that ended. */
  readonly onEnded?: (outcome: Outcome) => void;
}

export class Completions {
  readonly #options: CompletionsOptions;
  readonly #sessions: ClientSessions;

  constructor(options: CompletionsOptions) {
    this.#options = options;
    const { backend } = options;
    this.#sessions = new ClientSessions({
      record: (event) => backend.record(event),
      nowMs: () => backend.capabilities.clock.now(),
    });
  }

  get modelName(): string {
    return this.#options.backend.capabilities.model.profile.name;
  }

  /** Tokens that the model sees, prompt and answer together. */
  get contextTokens(): number {
    return this.#options.backend.capabilities.model.profile.contextTokens;
  }

  /**
   * Never rejects. `gone` is aborted when the client no longer waits. `watch` is for whoever wants to know more of the request
   * than its trace tells: it is given what the request would use, and gives back what it uses.
   */
  async answer(
    asked: CodeRequest,
    gone: AbortSignal,
    watch: (capabilities: Capabilities) => Capabilities = (same) => same,
  ): Promise<CodeAnswer> {
    const { backend, folder, onEnded } = this.#options;
    const { languages } = backend.capabilities.model.profile;
    const { document, snippets, isPlaced } = placedCode(asked, { folder, languages });
    const declined = backend.declines(document);
    if (declined !== null) return withoutText({ kind: "declined", reason: declined });
    const request: CompletionRequest = {
      document,
      offset: asked.prefix.length,
      stopMode: asked.stopMode ?? backend.stopMode,
      maxTokens: asked.maxTokens ?? backend.maxTokens,
      trigger: asked.trigger,
    };
    if (areCommentsOff(request, backend)) return withoutText({ kind: "declined", reason: "comments-off" });
    const capabilities = watch(isPlaced ? backend.capabilities : withoutLarge(backend.capabilities));
    const cursor = cursorContextOf(document, request.offset);
    // A session keeps snippets and answers: what must stay is never in one of which a large model may be asked.
    const owner = isPlaced ? asked.client : `${asked.client}, of unknown places`;
    const client = this.#sessions.for(owner, (session) =>
      session.hasAnswer({ request, cursor, sources: sourcesOf(capabilities) }),
    );
    const outcome = await answerFrom(client, { request, capabilities, snippets, gone });
    onEnded?.(outcome);
    client.fates.noticed(outcome.trace);

    const text = outcome.kind === "suggested" && !gone.aborted ? insertionOf(outcome.suggestion, request) : null;
    // What did not reach the developer cannot be refused; what is typed through is on screen already.
    const isLost = outcome.kind === "suggested" && text === null && outcome.trace.source !== "typed-through";
    if (isLost) client.session.screen.notSeen(document.uri);
    const place = { uri: document.uri, start: request.offset };
    const suggestionId = text === null ? null : client.register.register({ ...place, text });
    const { languageId } = document;
    backend.record(requestEventOf(outcome, { suggestionId, trigger: asked.trigger, languageId }));
    if (outcome.kind !== "suggested") return withoutText(outcome);
    if (text === null || suggestionId === null) return withoutText({ kind: "declined", reason: "replaces-text" });
    return { id: suggestionId, outcome, text: cutAt(text, asked.stopTexts) };
  }

  /** A client says what became of a suggestion. An id that is not known, or of which was told before, changes nothing. */
  told(fate: Fate | "shown", suggestionId: string): void {
    const fates = this.#sessions.holding(suggestionId)?.fates;
    if (fate === "shown") fates?.shown(suggestionId);
    else fates?.told(fate, suggestionId);
  }
}

function withoutText(outcome: CodeAnswer["outcome"]): CodeAnswer {
  return { id: randomUUID(), outcome, text: "" };
}

/**
 * The suggestion as an insertion between prefix and suffix, which is all that these APIs know: where it would replace what
 * the editor closed by itself, that must be its end. Null where it is not, and where prefix and suffix part a character or
 * a line break, so that it stands elsewhere.
 */
function insertionOf({ text, start, end }: Suggestion, { document, offset }: CompletionRequest): string | null {
  if (start !== offset) return null;
  const replaced = document.text.slice(start, end);
  return text.endsWith(replaced) ? text.slice(0, text.length - replaced.length) : null;
}

interface Work {
  readonly request: CompletionRequest;
  readonly capabilities: Capabilities;
  readonly snippets: readonly GivenSnippet[];
  readonly gone: AbortSignal;
}

async function answerFrom(client: ClientSession, { request, capabilities, snippets, gone }: Work): Promise<Outcome> {
  const retriever = new GivenSnippets(snippets, client.changesWith(snippets), capabilities.retriever);
  const end = client.begin();
  const work = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  // A client that is gone has often only typed on: its next request may still want what is in the making.
  const leave = () => {
    end();
    grace = setTimeout(() => work.abort(), CANCELLATION_GRACE_MS);
  };
  gone.addEventListener("abort", leave);
  if (gone.aborted) leave();
  try {
    return await complete(request, { ...capabilities, retriever }, client.session, work.signal);
  } finally {
    clearTimeout(grace);
    gone.removeEventListener("abort", leave);
    end();
  }
}

/** For code of which it is not known what the workspace keeps: it stays on this machine. */
function withoutLarge(capabilities: Capabilities): Capabilities {
  return { ...capabilities, large: null, policy: alwaysLocal };
}

function cutAt(text: string, stopTexts: readonly string[]): string {
  const ends = stopTexts.filter((each) => each !== "").map((each) => text.indexOf(each));
  return text.slice(0, Math.min(text.length, ...ends.filter((at) => at >= 0)));
}
