/** The LSP 3.18 side of one editor: which messages there are, and who answers them. Works over any connection. */
import { pathOfUri } from "@nearfirst/node";
import {
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  InlineCompletionTriggerKind,
  LSPErrorCodes,
  MessageType,
  Position,
  Range,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentContentChangeEvent,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { abortSignalOf } from "./abort-signal-of.js";
import { BackendLoader } from "./backend-loader.js";
import { InlineCompletions } from "./inline-completions.js";
import { LoadingProgress } from "./loading-progress.js";
import type { OpenBackend } from "./lsp-backend.js";
import { OpenDocuments } from "./open-documents.js";
import { OUTCOME_METHOD } from "./outcome-notification.js";
import { negotiatePositionEncoding, type PositionEncoding } from "./position-encoding.js";
import { ACCEPT_COMMAND, DISMISS_COMMAND, type Fate, SuggestionRegister } from "./suggestion-register.js";

export interface LanguageServerOptions {
  readonly open: OpenBackend;
  readonly version: string;
}

const FATES: ReadonlyMap<string, Fate> = new Map([
  [ACCEPT_COMMAND, "accepted"],
  [DISMISS_COMMAND, "dismissed"],
]);

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
    connection.onExecuteCommand(({ command, arguments: given }) => {
      const fate = FATES.get(command);
      if (fate === undefined) return new ResponseError(ErrorCodes.InvalidParams, `There is no command ${command}.`);
      this.#editor?.completions.told(fate, given?.[0]);
      return null;
    });
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
        cancelled: abortSignalOf(token),
      });
      await connection.sendNotification(OUTCOME_METHOD, notification);
      if (notification.message !== null) editor.reportError(notification.message);
      if (token.isCancellationRequested)
        return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
      return { items: [...items] };
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
    const positionEncoding = negotiatePositionEncoding(params.capabilities.general?.positionEncodings);
    this.#editor = new Editor(this.#connection, this.#options, params, positionEncoding);
    return {
      serverInfo: { name: "nearfirst", version: this.#options.version },
      capabilities: {
        positionEncoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        inlineCompletionProvider: true,
        executeCommandProvider: { commands: [...FATES.keys()] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }
}

/** What exists between `initialize` and `shutdown`. */
class Editor {
  readonly #connection: Connection;
  readonly #params: InitializeParams;
  readonly #documents: OpenDocuments;
  readonly #loader: BackendLoader;
  readonly #progress: LoadingProgress;
  #folders: readonly string[];
  #lastError: string | null = null;
  readonly register = new SuggestionRegister();
  readonly completions: InlineCompletions;

  constructor(
    connection: Connection,
    { open }: LanguageServerOptions,
    params: InitializeParams,
    encoding: PositionEncoding,
  ) {
    this.#connection = connection;
    this.#params = params;
    this.#folders = foldersOf(params);
    this.#documents = new OpenDocuments(encoding);
    this.#progress = new LoadingProgress(connection);
    this.#loader = new BackendLoader({
      open: () =>
        open({
          folders: this.#folders,
          clientOptions: params.initializationOptions,
          warn: (message) => this.#show(MessageType.Warning, message),
          log: (message) => this.#connection.console.warn(message),
        }),
      onReady: (backend) => {
        this.#lastError = null;
        for (const uri of this.#documents.uris()) this.#tellIndex(uri);
        this.#progress.ready(backend.indexed);
      },
      onFailure: ({ message }) => {
        this.#progress.end();
        if (message !== this.#lastError) this.#show(MessageType.Error, message);
        this.reportError(message);
      },
    });
    this.completions = new InlineCompletions(this.#documents, this.#loader, this.register);
    this.#loader.load();
  }

  initialized(): void {
    if (this.#loader.current === null && this.#loader.failure === null) this.#progress.begin();
    if (this.#params.capabilities.workspace?.workspaceFolders !== true) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.flatMap(({ uri }) => pathsOf(uri)));
      const stay = this.#folders.filter((folder) => !gone.has(folder));
      this.#folders = [...new Set([...stay, ...added.flatMap(({ uri }) => pathsOf(uri))])];
      this.#progress.begin();
      this.#loader.load();
    });
  }

  opened({ uri, languageId, version, text }: { uri: string; languageId: string; version: number; text: string }): void {
    this.completions.closed(uri);
    this.#documents.open(uri, languageId, version, text);
    this.#tellIndex(uri);
  }

  changed(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    if (changes.every(isChange)) {
      const edits = this.#documents.change(uri, version, changes);
      if (edits === null) return;
      this.completions.edited(uri, edits);
      this.#tellIndex(uri);
      return;
    }
    // The text is not known any more: no suggestion rather than one for another text.
    this.closed(uri);
    this.reportError("A change of a document was malformed; the document must be opened again.");
  }

  closed(uri: string): void {
    this.completions.closed(uri);
    this.#documents.close(uri);
    this.#loader.current?.closeDocument(uri);
  }

  /** Costs next to nothing at each key: the index waits for a pause in typing before it looks. */
  #tellIndex(uri: string): void {
    const document = this.#documents.get(uri);
    if (document !== null) this.#loader.current?.setOpenDocument(document);
  }

  /** Once for each error: one that comes with every key would fill the client's log. */
  reportError(message: string): void {
    if (message !== this.#lastError) this.#connection.console.error(message);
    this.#lastError = message;
  }

  /** A notification: the library's own helpers send a request, which some clients refuse. */
  #show(type: MessageType, message: string): void {
    // A client that is gone cannot be told.
    this.#connection.sendNotification(ShowMessageNotification.type, { type, message }).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.completions.close();
    this.#progress.end();
    await this.#loader.close();
  }
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== "string") return false;
  return "range" in change && change.range !== undefined ? Range.is(change.range) : true;
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  if (workspaceFolders != null) return workspaceFolders.flatMap(({ uri }) => pathsOf(uri));
  return rootUri == null ? [] : pathsOf(rootUri);
}

/** The path of a `file:` URI; nothing for others, which no file on this machine stands behind. */
function pathsOf(uri: string): string[] {
  const path = pathOfUri(uri);
  return path === null ? [] : [path];
}
