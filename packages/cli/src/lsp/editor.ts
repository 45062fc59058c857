/** What exists of one editor between `initialize` and `shutdown`: its documents, its folders, and what answers it. */
import { dirname } from "node:path";
import { pathOfUri, WORKSPACE_CONFIG } from "@nearfirst/node";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  MessageType,
  Range,
  ShowMessageNotification,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { BackendLoader } from "./backend-loader.js";
import { InlineCompletions } from "./inline-completions.js";
import { LoadingProgress } from "./loading-progress.js";
import type { OpenBackend } from "./lsp-backend.js";
import { OpenDocuments, replacedRange } from "./open-documents.js";
import type { PositionEncoding } from "./position-encoding.js";
import { STATUS_METHOD, StatusReporter } from "./status-notification.js";

export interface EditorOptions {
  readonly open: OpenBackend;
  readonly params: InitializeParams;
  readonly encoding: PositionEncoding;
}

export class Editor {
  readonly #connection: Connection;
  readonly #params: InitializeParams;
  readonly #documents: OpenDocuments;
  readonly #loader: BackendLoader;
  readonly #progress: LoadingProgress;
  #folders: readonly string[];
  #lastError: string | null = null;
  readonly completions: InlineCompletions;
  readonly status: StatusReporter;

  constructor(connection: Connection, { open, params, encoding }: EditorOptions) {
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
        this.completions.reloaded();
        for (const uri of this.#documents.uris()) this.#tellIndex(uri);
        this.#progress.ready(backend.indexed);
        this.status.look();
      },
      onFailure: ({ message }) => {
        this.#progress.end();
        if (message !== this.#lastError) this.#show(MessageType.Error, message);
        this.reportError(message);
        this.status.look();
      },
    });
    this.completions = new InlineCompletions({
      documents: this.#documents,
      loader: this.#loader,
      seen: tellsShown(params) ? "when-told" : "when-answered",
    });
    this.status = new StatusReporter(this.#loader, (status) => this.#send(STATUS_METHOD, status));
    this.#loader.load();
  }

  initialized(): void {
    if (this.#loader.current === null && this.#loader.failure === null) this.#progress.begin();
    this.status.start();
    this.#watchSettings();
    if (this.#params.capabilities.workspace?.workspaceFolders !== true) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.flatMap(({ uri }) => pathsOf(uri)));
      const stay = this.#folders.filter((folder) => !gone.has(folder));
      this.#folders = [...new Set([...stay, ...added.flatMap(({ uri }) => pathsOf(uri))])];
      this.reload();
    });
  }

  /** Of all files only the workspaces' settings are watched by the editor: the index follows the others by itself. */
  #watchSettings(): void {
    if (this.#params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const watchers = [{ globPattern: `**/${WORKSPACE_CONFIG}` }];
    // A client that refuses is served with the settings that it started with.
    this.#connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((thrown: unknown) =>
        this.reportError(`Changes of ${WORKSPACE_CONFIG} are not followed: ${String(thrown)}`),
      );
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      const changed = changes.flatMap(({ uri }) => pathsOf(uri));
      if (changed.some((path) => this.#folders.includes(dirname(path)))) this.reload();
    });
  }

  /** Reads the settings again, and loads everything anew. */
  reload(): void {
    this.#progress.begin();
    this.#loader.load();
    this.status.look();
  }

  opened({ uri, languageId, version, text }: { uri: string; languageId: string; version: number; text: string }): void {
    this.completions.closed(uri);
    this.#documents.open(uri, languageId, version, text);
    this.#tellIndex(uri);
  }

  changed(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const edits = changes.every(isChange) ? this.#documents.change(uri, version, changes) : "malformed";
    if (edits === null) return;
    if (typeof edits === "string") {
      // The text is not known any more: no suggestion rather than one for another text.
      this.closed(uri);
      this.reportError(`A change of a document was ${edits}; the document must be opened again.`);
      return;
    }
    this.completions.edited(uri, edits);
    this.#tellIndex(uri);
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
    this.#send(ShowMessageNotification.method, { type, message });
  }

  #send(method: string, params: object): void {
    // A client that is gone cannot be told.
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.completions.close();
    this.status.close();
    this.#progress.end();
    await this.#loader.close();
  }
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== "string") return false;
  const range = replacedRange(change);
  return range === null || Range.is(range);
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

/** The client says of itself that it sends `nearfirst/shown`. */
function tellsShown({ capabilities }: InitializeParams): boolean {
  return capabilities.experimental?.nearfirst?.tellsShown === true;
}
