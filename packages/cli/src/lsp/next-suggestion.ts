/** After an accept: generates the next suggestion ahead, so that the request that follows finds it made or in the making. */
import {
  type Capabilities,
  type CompletionRequest,
  cursorContextOf,
  generateAhead,
  type Session,
  sourcesOf,
} from "@nearfirst/core";
import type { Edit } from "./accepted-watch.js";
import type { BackendLoader } from "./backend-loader.js";
import { areCommentsOff } from "./comments-off.js";
import type { NewestRequest } from "./newest-request.js";
import type { OpenDocuments } from "./open-documents.js";
import { requestOf } from "./request-of.js";
import type { RegisteredSuggestion } from "./suggestion-register.js";

export interface NextSuggestionOptions {
  readonly documents: OpenDocuments;
  readonly loader: BackendLoader;
  /** It stands in line with the requests: the next one takes it over, or ends it. */
  readonly requests: NewestRequest;
  readonly session: Session;
}

export class NextSuggestion {
  readonly #options: NextSuggestionOptions;
  /** Accepted, but not seen in its document yet: some editors say so before they insert it. */
  #accepted: RegisteredSuggestion | null = null;
  #running: { readonly uri: string; readonly leave: AbortController } | null = null;

  constructor(options: NextSuggestionOptions) {
    this.#options = options;
  }

  accepted(suggestion: RegisteredSuggestion): void {
    this.#accepted = suggestion;
    this.#startOnceInserted();
  }

  /** In the order in which they were made. */
  edited(uri: string, edits: readonly Edit[]): void {
    if (this.#running?.uri === uri && !this.#fitsAfter(uri, edits)) this.#running.leave.abort();
    if (this.#accepted?.uri !== uri) return;
    this.#startOnceInserted();
    this.#accepted = null;
  }

  #startOnceInserted(): void {
    const { documents, loader, requests, session } = this.#options;
    const { uri, start, text } = this.#accepted as RegisteredSuggestion;
    const [document, backend] = [documents.get(uri), loader.current];
    if (document === null || backend === null || !document.text.startsWith(text, start)) return;
    this.#accepted = null;
    // Whoever asked already needs no one to ask ahead; and without automatic requests nobody may ask at all.
    if (requests.isServing(uri) || !backend.automatic || backend.declines(document) !== null) return;
    const request = requestOf({ document, offset: start + text.length }, "automatic", backend);
    if (areCommentsOff(request, backend)) return;
    const running = { uri, leave: new AbortController() };
    this.#running = running;
    const { capabilities } = backend;
    const run = async (signal: AbortSignal) => {
      await generateAhead(request, capabilities, session, signal);
      const next = onNextLine(request, { capabilities, session });
      if (next !== null && !signal.aborted) await generateAhead(next, capabilities, session, signal);
    };
    void requests.serve({ key: uri, cancelled: running.leave.signal, delayMs: 0, run }).finally(() => {
      if (this.#running === running) this.#running = null;
    });
  }

  /** True where the suggestion in the making can still match what was typed. */
  #fitsAfter(uri: string, edits: readonly Edit[]): boolean {
    const { documents, loader, session } = this.#options;
    const [document, backend, last] = [documents.get(uri), loader.current, edits.at(-1)];
    if (document === null || backend === null || last === undefined) return false;
    const offset = Math.min(document.text.length, last.start + last.length);
    const request = requestOf({ document, offset }, "automatic", backend);
    const cursor = cursorContextOf(document, offset);
    return session.matchingInFlight({ request, cursor, sources: sourcesOf(backend.capabilities) }) !== null;
  }
}

/**
 * Where nothing is left to say on the line, the developer goes on below it: the request on a new line, indented as editors
 * do it after most lines. Null where the line goes on.
 */
function onNextLine(
  request: CompletionRequest,
  { capabilities, session }: { readonly capabilities: Capabilities; readonly session: Session },
): CompletionRequest | null {
  const { document, offset } = request;
  const cursor = cursorContextOf(document, offset);
  const answer = session.cachedAnswer({ request, cursor, sources: sourcesOf(capabilities) });
  if (answer === null || answer.text.trim() !== "" || cursor.lineSuffix.trim() !== "") return null;
  const inserted = cursor.lineBreak + (/^[ \t]*/.exec(cursor.linePrefix)?.[0] ?? "");
  const text = document.text.slice(0, offset) + inserted + document.text.slice(offset);
  return { ...request, document: { ...document, text }, offset: offset + inserted.length };
}
