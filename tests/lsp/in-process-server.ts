/** The server in this process, with a scripted model: fast, and its state can be seen. */
import { PassThrough } from "node:stream";
import type { Capabilities } from "@nearfirst/core";
import { capabilitiesOf, ScriptedModel, type ScriptLine } from "@nearfirst/core/testing";
import {
  createProtocolConnection,
  Message,
  type MessageReader,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { LspBackend, OpenBackend, OpenBackendOptions } from "../../packages/cli/src/lsp/lsp-backend.js";
import type { OutcomeNotification } from "../../packages/cli/src/lsp/outcome-notification.js";
import type { StatusNotification } from "../../packages/cli/src/lsp/status-notification.js";
import { serveStdio } from "../../packages/cli/src/lsp/stdio-server.js";
import type { Encoding } from "./reference-document.js";
import { type ScriptedBackend, scriptedBackend } from "./scripted-backend.js";

export interface InProcessServer {
  readonly connection: ProtocolConnection;
  readonly encoding: Encoding;
  readonly backend: ScriptedBackend;
  readonly model: ScriptedModel;
  readonly outcomes: OutcomeNotification[];
  /** Texts of `window/logMessage` and `window/showMessage`, each after its method. */
  readonly messages: string[];
  /** Titles and messages of progress, in order; `end` for its end. */
  readonly progress: string[];
  /** What `nearfirst/status` told, in order. */
  readonly statuses: StatusNotification[];
  /** Methods that the server wants to be sent. */
  readonly registrations: string[];
  /** How often each request was answered, by its id. */
  readonly answers: Map<number | string | null, number>;
  /** Shuts the server down; its exit code. */
  readonly stop: () => Promise<number>;
}

export interface InProcessOptions {
  readonly script?: readonly ScriptLine[];
  readonly encoding?: Encoding;
  /** Waited for when the backend is opened; its rejection is the backend's. */
  readonly beforeOpen?: (options: OpenBackendOptions) => Promise<void>;
  readonly initialize?: object;
  /** Beside the scripted model. */
  readonly capabilities?: Partial<Capabilities>;
  readonly settings?: Partial<LspBackend>;
}

export async function startInProcess(options: InProcessOptions): Promise<InProcessServer> {
  const { script = [], encoding = "utf-16", beforeOpen, initialize, settings } = options;
  const model = new ScriptedModel(script, { beforeToken: () => new Promise((done) => setImmediate(done)) });
  const capabilities = capabilitiesOf(model, options.capabilities);
  const backend = scriptedBackend(model, { delayMs: 2, capabilities, ...settings });
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const open: OpenBackend = async (given) => {
    await beforeOpen?.(given);
    return backend;
  };
  const code = serveStdio({ input: toServer, output: toClient, open, version: "0.0.0" });
  const answers = new Map<number | string | null, number>();
  const reader = countingAnswers(new StreamMessageReader(toClient), answers);
  const connection = createProtocolConnection(reader, new StreamMessageWriter(toServer));
  const outcomes: OutcomeNotification[] = [];
  const messages: string[] = [];
  connection.onNotification("nearfirst/outcome", (outcome: OutcomeNotification) => void outcomes.push(outcome));
  for (const method of ["window/logMessage", "window/showMessage"])
    connection.onNotification(
      method,
      ({ message }: { message: string }) => void messages.push(`${method}: ${message}`),
    );
  const statuses: StatusNotification[] = [];
  connection.onNotification("nearfirst/status", (status: StatusNotification) => void statuses.push(status));
  const registrations: string[] = [];
  connection.onRequest("client/registerCapability", (params: { registrations: { method: string }[] }) => {
    registrations.push(...params.registrations.map(({ method }) => method));
    return null;
  });
  const progress: string[] = [];
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.onNotification(
    "$/progress",
    ({ value }: { value: { kind: string; message?: string } }) => void progress.push(value.message ?? value.kind),
  );
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities: { general: { positionEncodings: [encoding] } },
    ...initialize,
  });
  await connection.sendNotification("initialized", {});
  const stop = async () => {
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    return code;
  };
  return { connection, encoding, backend, model, outcomes, messages, progress, statuses, registrations, answers, stop };
}

function countingAnswers(reader: MessageReader, answers: Map<number | string | null, number>): MessageReader {
  const listen = reader.listen.bind(reader);
  reader.listen = (callback) =>
    listen((message) => {
      if (Message.isResponse(message)) answers.set(message.id, (answers.get(message.id) ?? 0) + 1);
      callback(message);
    });
  return reader;
}
