/** The running `nearfirst lsp`: found, started, started again after a crash, stopped. */
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type Middleware,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import { findServer, type ServerCommand } from "./find-server.js";
import { initializationOptions, SCHEMES, saidAtAnyLevel } from "./preferences.js";
import { OUTCOME, RELOAD, type RequestOutcome, type ServerStatus, STATUS } from "./protocol.js";
import { RestartLimit } from "./restart-limit.js";

/** How long a server may take to end before it is killed, in milliseconds. */
const STOP_LIMIT_MS = 3_000;

/** Until the server says more. */
const LOADING: ServerStatus = {
  model: "loading",
  modelName: null,
  engine: null,
  largeTier: "none",
  largeName: null,
  message: null,
};

export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly version: string | null }
  /** `message` says what to do. */
  | { readonly kind: "missing" | "stopped"; readonly message: string };

export interface LanguageServerOptions {
  readonly extensionFolder: string;
  readonly log: vscode.LogOutputChannel;
  readonly middleware: Middleware;
  readonly onOutcome: (outcome: RequestOutcome) => void;
}

export class LanguageServer implements vscode.Disposable {
  readonly #options: LanguageServerOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  /** The state, the command or the status changed. */
  readonly onDidChange = this.#changed.event;
  readonly #loaded = new vscode.EventEmitter<void>();
  /** The model has been loaded: what was asked before can be answered now. */
  readonly onDidLoad = this.#loaded.event;
  #client: LanguageClient | null = null;
  #restarts = new RestartLimit();
  /** Starts and stops run one after the other. */
  #queue: Promise<void> = Promise.resolve();
  state: ServerState = { kind: "starting" };
  command: ServerCommand | null = null;
  status: ServerStatus | null = null;

  constructor(options: LanguageServerOptions) {
    this.#options = options;
  }

  /** Finds and starts it, after what runs has ended. Never rejects: `state` says how it went. */
  restart(): Promise<void> {
    this.#restarts = new RestartLimit();
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  /** For `deactivate`. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  /** Settings are read again and the model is loaded anew. */
  async reload(): Promise<void> {
    if (this.#client?.state !== State.Running) return this.restart();
    await this.#client.sendRequest(RELOAD).catch(() => this.restart());
  }

  /** Null where it does not run, or does not know the request. */
  async request<Result>(method: string): Promise<Result | null> {
    if (this.#client?.state !== State.Running) return null;
    return this.#client.sendRequest<Result>(method).catch(() => null);
  }

  notify(method: string, params: object): void {
    if (this.#client?.state === State.Running) this.#client.sendNotification(method, params).catch(() => undefined);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#loaded.dispose();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((thrown: unknown) => this.#options.log.error(messageOf(thrown)));
    return this.#queue;
  }

  async #start(): Promise<void> {
    const { log, extensionFolder } = this.#options;
    this.command = null;
    this.#become({ kind: "starting" });
    const found = await findServer({
      setting: vscode.workspace.getConfiguration("nearfirst").get("path", ""),
      extensionFolder,
      runtime: process.execPath,
      homeFolder: homedir(),
      env: process.env,
      platform: process.platform,
      isFile: (path) =>
        stat(path).then(
          (file) => file.isFile(),
          () => false,
        ),
    });
    if (found.kind === "missing") {
      const message =
        "Nearfirst's program is not on this machine: this extension came without it, and nearfirst is not on the PATH.";
      return this.#become({ kind: "missing", message });
    }
    if (found.kind === "setting-wrong")
      return this.#become({
        kind: "missing",
        message: `The setting nearfirst.path names no file: ${found.file}. Give an absolute path.`,
      });
    this.command = found.server;
    log.info(`Starting ${found.server.file} (${found.server.origin}).`);
    const client = this.#clientOf(found.server);
    this.#client = client;
    try {
      await client.start();
    } catch (thrown) {
      log.error(messageOf(thrown));
      if (this.#client === client)
        this.#become({ kind: "stopped", message: `Nearfirst could not be started: ${messageOf(thrown)}` });
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.status = null;
    if (client === null) return;
    // One that is starting can be stopped only once it is up; of one that never came up the process is gone.
    if (client.state === State.Starting) await client.start().catch(() => undefined);
    if (client.state === State.Running) await client.stop(STOP_LIMIT_MS).catch(() => undefined);
    await client.dispose().catch(() => undefined);
  }

  #clientOf(server: ServerCommand): LanguageClient {
    const { log, middleware, onOutcome } = this.#options;
    const configuration = vscode.workspace.getConfiguration("nearfirst");
    const client: LanguageClient = new LanguageClient(
      "nearfirst",
      "Nearfirst",
      { command: server.command, args: [...server.args, "lsp"], options: { env: { ...process.env, ...server.env } } },
      {
        documentSelector: SCHEMES.map((scheme) => ({ scheme })),
        outputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        middleware,
        initializationOptions: initializationOptions({
          delayMs: configuration.get<number | null>("delayMs", null),
          keepsLocal: saidAtAnyLevel(configuration.inspect<boolean>("keepLocal"), true),
        }),
        initializationFailedHandler: () => false,
        errorHandler: {
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: () => ({ action: this.#afterEnd(client), handled: true }),
        },
      },
    );
    client.onNotification(OUTCOME, onOutcome);
    client.onNotification(STATUS, (status: ServerStatus) => {
      if (this.#client !== client) return;
      const wasLoading = this.status?.model === "loading";
      this.status = status;
      this.#changed.fire();
      if (wasLoading && status.model === "ready") this.#loaded.fire();
    });
    client.onDidChangeState(({ newState }) => {
      if (this.#client !== client) return;
      this.status = null;
      if (newState !== State.Running) return;
      const { serverInfo, capabilities } = client.initializeResult ?? {};
      if (capabilities?.experimental?.nearfirst !== undefined) this.status = LOADING;
      this.#become({ kind: "running", version: serverInfo?.version ?? null });
    });
    return client;
  }

  /** The server ended by itself. */
  #afterEnd(client: LanguageClient): CloseAction {
    if (this.#client !== client) return CloseAction.DoNotRestart;
    // One that ends before it ever ran would do so again.
    const hasRun = this.state.kind === "running";
    if (hasRun && this.#restarts.mayRestart(performance.now())) {
      this.#options.log.warn("Nearfirst's language server ended; starting it again.");
      this.#become({ kind: "starting" });
      return CloseAction.Restart;
    }
    const message = hasRun
      ? "Nearfirst ended several times in a row and stays down. The log says more; “Restart” tries again."
      : "Nearfirst could not be started. The log says more.";
    this.#become({ kind: "stopped", message });
    return CloseAction.DoNotRestart;
  }

  #become(state: ServerState): void {
    this.state = state;
    this.#changed.fire();
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
