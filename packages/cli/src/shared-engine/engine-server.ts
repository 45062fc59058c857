/** The daemon's side of the socket: whoever connects may use a model, loaded once for all of them. */
import { once } from "node:events";
import { NearfirstError } from "@nearfirst/core";
import type { ModelEngine } from "@nearfirst/node";
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-languageserver/node";
import { abortSignalOf } from "../lsp/abort-signal-of.js";
import type { EnginePool } from "./engine-pool.js";
import { listenAlone } from "./listen-alone.js";
import { type Server, type Socket, socketServer } from "./local-socket.js";
import { GENERATE, HELLO, LOAD, PING, RETIRE, type Retirement, responseErrorOf, TOKENIZE, TOKENS } from "./protocol.js";
import { prepareSocketFolder } from "./socket-path.js";

export interface EngineServerOptions {
  readonly pool: EnginePool;
  readonly path: string;
  readonly version: string;
  /** Whether it may be asked to make room for a newer version: only where nobody started it by hand. */
  readonly retires: "when-unused" | "never";
  /** Without a client for so long, `onIdle` is called; by default never. */
  readonly idleMs?: number;
  readonly onIdle?: () => void;
}

/** How long a daemon that was asked to make room waits for its answer to be read, in milliseconds. */
const FAREWELL_MS = 100;

export class EngineServer {
  readonly #options: EngineServerOptions;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  #clientsSoFar = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isRetiring = false;
  #isClosed = false;

  /** Null where another process listens already. */
  static async listen(options: EngineServerOptions): Promise<EngineServer | null> {
    await prepareSocketFolder(options.path);
    const server = new EngineServer(options);
    if (!(await listenAlone(server.#server, options.path))) return null;
    if (server.#clients.size === 0) server.#waitForClients();
    return server;
  }

  private constructor(options: EngineServerOptions) {
    this.#options = options;
    this.#server = socketServer((socket) => this.#serve(socket));
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** Takes no more clients, and leaves those there are: each loads the model for itself, or starts another daemon. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const gone = [...this.#clients].map((socket) => once(socket.destroy(), "close"));
    await Promise.all([closed, ...gone]);
  }

  #serve(socket: Socket): void {
    this.#clients.add(socket);
    clearTimeout(this.#idleTimer);
    const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    const client = new EngineClient(connection, `client ${this.#clientsSoFar++}`, this.#options.pool);
    connection.onRequest(HELLO, () => ({ version: this.#options.version }));
    connection.onRequest(RETIRE, () => this.#retire());
    connection.onRequest(PING, () => null);
    // What is no message: whoever sends it cannot be talked to, and the others are not concerned.
    connection.onError(() => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#clients.delete(socket);
      client.close();
      connection.dispose();
      if (this.#clients.size > 0 || this.#isClosed) return;
      if (this.#isRetiring) this.#options.onIdle?.();
      else this.#waitForClients();
    });
    connection.listen();
  }

  #retire(): Retirement {
    if (this.#options.retires === "never") return "used";
    this.#isRetiring = true;
    if (this.#clients.size > 1) return "used";
    // The socket's name is free at once.
    this.#server.close();
    setTimeout(() => this.#options.onIdle?.(), FAREWELL_MS);
    return "ending";
  }

  #waitForClients(): void {
    const { idleMs, onIdle } = this.#options;
    clearTimeout(this.#idleTimer);
    if (idleMs !== undefined) this.#idleTimer = setTimeout(() => onIdle?.(), idleMs);
  }
}

/** One connection, and the model that it uses. */
class EngineClient {
  readonly #name: string;
  readonly #pool: EnginePool;
  readonly #gone = new AbortController();
  #engine: Promise<ModelEngine> | null = null;

  constructor(connection: MessageConnection, name: string, pool: EnginePool) {
    this.#name = name;
    this.#pool = pool;
    connection.onRequest(LOAD, async (options) => {
      try {
        if (this.#engine !== null) throw misused("a connection loads one model");
        this.#engine = this.#pool.open(options);
        // A client that leaves while its model loads lets it go as well.
        this.#engine.then((engine) => this.#gone.signal.aborted && engine.close()).catch(() => undefined);
        return (await this.#engine).info;
      } catch (thrown) {
        return responseErrorOf(thrown);
      }
    });
    connection.onRequest(TOKENIZE, async ({ texts }) => {
      try {
        return (await (await this.#loaded()).tokenize(texts)).map((tokens) => [...tokens]);
      } catch (thrown) {
        return responseErrorOf(thrown);
      }
    });
    connection.onRequest(GENERATE, async ({ call, prompt, ...request }, token) => {
      const signal = AbortSignal.any([abortSignalOf(token), this.#gone.signal]);
      try {
        const engine = await this.#loaded();
        const asked = { ...request, prompt: Int32Array.from(prompt), slot: this.#slotOf(request.slot) };
        return await engine.generate(asked, signal, (tokens) => {
          if (!signal.aborted) connection.sendNotification(TOKENS, { call, tokens }).catch(() => undefined);
        });
      } catch (thrown) {
        return responseErrorOf(thrown);
      }
    });
  }

  close(): void {
    this.#gone.abort();
    this.#engine?.then((engine) => engine.close()).catch(() => undefined);
  }

  #loaded(): Promise<ModelEngine> {
    return this.#engine ?? Promise.reject(misused("the model is used before it is loaded"));
  }

  /** Editors that have the same file open share its KV cache; what is no file is of one editor alone. */
  #slotOf(slot: string): string {
    return slot.startsWith("file:") ? slot : `${this.#name} ${slot}`;
  }
}

function misused(what: string): NearfirstError {
  return new NearfirstError({ code: "internal", message: `The daemon was misused: ${what}. Please report this.` });
}
