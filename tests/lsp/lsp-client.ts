/** A client of the real server process, for tests. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type CancellationToken,
  createProtocolConnection,
  type InitializeParams,
  type InitializeResult,
  type InlineCompletionList,
  type Position,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import type { OutcomeNotification } from "../../packages/cli/src/lsp/outcome-notification.js";
import type { StatusNotification } from "../../packages/cli/src/lsp/status-notification.js";

export const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

export interface ClientOptions {
  /** Keys of the user's configuration file. */
  readonly settings?: object;
  readonly initialize?: Partial<InitializeParams>;
  /** Where the daemon of its user lies, which it joins or starts; by default it loads a model of its own. */
  readonly daemon?: NodeJS.ProcessEnv;
}

export class LspClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  /** What `initialize` answered. */
  initialized: InitializeResult = { capabilities: {} };
  readonly outcomes: OutcomeNotification[] = [];
  readonly statuses: StatusNotification[] = [];
  /** Texts of `window/logMessage` and `window/showMessage`. */
  readonly messages: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "nearfirst-lsp-"));
  readonly #exited: Promise<number | null>;
  #versions = new Map<string, number>();

  static async start({ settings = {}, initialize = {}, daemon }: ClientOptions = {}): Promise<LspClient> {
    const client = new LspClient(settings, daemon);
    client.initialized = await client.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: null,
      capabilities: { textDocument: { inlineCompletion: {} } },
      ...initialize,
    });
    await client.connection.sendNotification("initialized", {});
    return client;
  }

  private constructor(settings: object, daemon: NodeJS.ProcessEnv | undefined) {
    const config = join(this.#folder, "config.json");
    // More threads than free cores would wait for each other: tests run side by side.
    writeFileSync(config, JSON.stringify({ threads: 1, ...settings }));
    this.process = spawn(process.execPath, [MAIN, "lsp", "--stdio", ...(daemon === undefined ? ["--alone"] : [])], {
      env: { ...process.env, NEARFIRST_CONFIG: config, ...daemon },
      stdio: "pipe",
    });
    this.#exited = new Promise((resolve) => this.process.on("exit", resolve));
    void this.#exited.then(() => rmSync(this.#folder, { recursive: true }));
    this.process.stderr.on("data", (data) => process.stderr.write(data));
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification(
      "nearfirst/outcome",
      (outcome: OutcomeNotification) => void this.outcomes.push(outcome),
    );
    this.connection.onNotification("nearfirst/status", (status: StatusNotification) => void this.statuses.push(status));
    for (const method of ["window/logMessage", "window/showMessage"])
      this.connection.onNotification(method, ({ message }: { message: string }) => void this.messages.push(message));
    this.connection.listen();
  }

  async open(uri: string, text: string, languageId = "python"): Promise<void> {
    this.#versions.set(uri, 1);
    const textDocument = { uri, languageId, version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  async change(uri: string, contentChanges: readonly TextDocumentContentChangeEvent[]): Promise<void> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Inserts at one place. */
  async type(uri: string, position: Position, text: string): Promise<void> {
    await this.change(uri, [{ range: { start: position, end: position }, text }]);
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  complete(uri: string, position: Position, token?: CancellationToken): Promise<InlineCompletionList> {
    const params = { textDocument: { uri }, position, context: { triggerKind: 2 } };
    const method = "textDocument/inlineCompletion";
    return token === undefined
      ? this.connection.sendRequest(method, params)
      : this.connection.sendRequest(method, params, token);
  }

  /** Completes, and gives the outcome that came with the answer. */
  async completeAndTell(
    uri: string,
    position: Position,
  ): Promise<{ list: InlineCompletionList; outcome: OutcomeNotification }> {
    const { length } = this.outcomes;
    const list = await this.complete(uri, position);
    const outcome = this.outcomes[length];
    if (outcome === undefined) throw new Error("the answer came without an outcome");
    return { list, outcome };
  }

  /** Resolves once the model is loaded. */
  async loaded(): Promise<void> {
    const uri = "file:///loading.py";
    await this.open(uri, "x = 1\ny = ");
    const position = { line: 1, character: 4 };
    while ((await this.completeAndTell(uri, position)).outcome.reason === "loading");
    await this.close(uri);
  }

  /** Sends bytes as they are. */
  write(text: string): void {
    this.process.stdin.write(text);
  }

  /** The exit code, once the process has ended; null after a signal that it did not handle. */
  get exited(): Promise<number | null> {
    return this.#exited;
  }

  async stop(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await this.connection.sendRequest("shutdown");
      await this.connection.sendNotification("exit");
    }
    const code = await this.#exited;
    this.connection.dispose();
    return code;
  }
}

/** Position of the `█` in `picture`, with lines ended by LF or CRLF, in UTF-16 units. */
export function cursorOf(picture: string): { text: string; position: Position } {
  const [before, after, ...more] = picture.split("█");
  if (before === undefined || after === undefined || more.length > 0) throw new Error("one █ is needed");
  const lines = before.split(/\r?\n/);
  return {
    text: before + after,
    position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
  };
}
