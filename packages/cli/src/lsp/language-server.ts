/** The LSP 3.18 side of one editor: which messages there are, and who answers them. Works over any connection. */
import {
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  InlineCompletionTriggerKind,
  LSPErrorCodes,
  Position,
  ResponseError,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { abortSignalOf } from "./abort-signal-of.js";
import { Editor } from "./editor.js";
import { LAST_TRACE_METHOD } from "./last-trace.js";
import type { OpenBackend } from "./lsp-backend.js";
import { OUTCOME_METHOD } from "./outcome-notification.js";
import { negotiatePositionEncoding } from "./position-encoding.js";
import { ACCEPT_COMMAND, DISMISS_COMMAND, type Fate } from "./suggestion-register.js";

export interface LanguageServerOptions {
  readonly open: OpenBackend;
  readonly version: string;
}

const FATES: ReadonlyMap<string, Fate> = new Map([
  [ACCEPT_COMMAND, "accepted"],
  [DISMISS_COMMAND, "dismissed"],
]);

/** Of the messages that are no part of LSP: docs/lsp.md. Raised where old clients would not understand. */
const PROTOCOL_VERSION = 1;

/** Answers `connection` until its client shuts it down. Call `connection.listen()` afterwards. */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #options: LanguageServerOptions;
  #editor: Editor | null = null;
  #isShutDown = false;

  constructor(connection: Connection, options: LanguageServerOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#editor?.initialized());
    connection.onShutdown(() => this.close());
    connection.onDidOpenTextDocument(({ textDocument }) => this.#editor?.opened(textDocument));
    connection.onDidChangeTextDocument(({ textDocument, contentChanges }) =>
      this.#editor?.changed(textDocument.uri, textDocument.version, contentChanges),
    );
    connection.onDidCloseTextDocument(({ textDocument }) => this.#editor?.closed(textDocument.uri));
    this.#answerCompletions();
    this.#hearFates();
    connection.onRequest(LAST_TRACE_METHOD, () => this.#editor?.completions.lastTrace() ?? null);
    connection.onRequest("nearfirst/reload", () => {
      this.#editor?.reload();
      return null;
    });
  }

  /** Answers what is still asked and ends what was started. */
  async close(): Promise<void> {
    const editor = this.#editor;
    this.#editor = null;
    this.#isShutDown = true;
    await editor?.close();
  }

  #initialize(params: InitializeParams): InitializeResult | ResponseError<never> {
    if (this.#editor !== null || this.#isShutDown)
      return new ResponseError<never>(ErrorCodes.InvalidRequest, "The server was initialized before.");
    const { open, version } = this.#options;
    const encoding = negotiatePositionEncoding(params.capabilities.general?.positionEncodings);
    this.#editor = new Editor(this.#connection, { open, params, encoding });
    return {
      serverInfo: { name: "nearfirst", version },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        inlineCompletionProvider: true,
        executeCommandProvider: { commands: [...FATES.keys()] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        experimental: { nearfirst: { version: PROTOCOL_VERSION } },
      },
    };
  }

  #answerCompletions(): void {
    const connection = this.#connection;
    connection.languages.inlineCompletion.on(async (params, token) => {
      const editor = this.#editor;
      if (editor === null)
        return this.#isShutDown
          ? new ResponseError<void>(ErrorCodes.InvalidRequest, "The server was shut down.")
          : new ResponseError<void>(ErrorCodes.ServerNotInitialized, "The server is not initialized.");
      const { textDocument, position, context } = params;
      if (typeof textDocument?.uri !== "string" || !Position.is(position))
        return new ResponseError<void>(ErrorCodes.InvalidParams, "textDocument.uri and position are needed.");
      const { items, notification } = await editor.completions.answer({
        uri: textDocument.uri,
        position,
        trigger: context?.triggerKind === InlineCompletionTriggerKind.Invoked ? "explicit" : "automatic",
        selected: context?.selectedCompletionInfo,
        cancelled: abortSignalOf(token),
      });
      await connection.sendNotification(OUTCOME_METHOD, notification);
      if (notification.message !== null) editor.reportError(notification.message);
      editor.status.lookAfterRequest();
      if (!token.isCancellationRequested) return { items: [...items] };
      if (items.length > 0) editor.completions.notDelivered(textDocument.uri, notification.source);
      return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
    });
  }

  /** What the editor says of suggestions. Whatever is wrong in these messages makes them say nothing. */
  #hearFates(): void {
    const connection = this.#connection;
    connection.onExecuteCommand(({ command, arguments: given }) => {
      const fate = FATES.get(command);
      if (fate === undefined) return new ResponseError(ErrorCodes.InvalidParams, `There is no command ${command}.`);
      this.#editor?.completions.fates.told(fate, given?.[0]);
      return null;
    });
    connection.onNotification("nearfirst/shown", (params: Told) =>
      this.#editor?.completions.fates.shown(params?.suggestionId),
    );
    connection.onNotification("nearfirst/partlyAccepted", (params: Told) =>
      this.#editor?.completions.fates.partlyAccepted(params?.suggestionId, params?.acceptedLength),
    );
    connection.onNotification("nearfirst/rejected", (params: Told) =>
      this.#editor?.completions.fates.told("dismissed", params?.suggestionId),
    );
  }
}

/** As the client sent it, unchecked. */
type Told = { readonly suggestionId?: unknown; readonly acceptedLength?: unknown } | null | undefined;
