/** A model in the daemon, as one client of it uses it. */
import { once } from "node:events";
import { type GeneratedToken, type Generation, type GenerationRequest, NearfirstError } from "@nearfirst/core";
import type { GgufInfo, LoadOptions, ModelEngine } from "@nearfirst/node";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-languageserver/node";
import { connectTo, type Socket } from "./local-socket.js";
import { errorOf, GENERATE, HELLO, LOAD, PING, RETIRE, type Retirement, TOKENIZE, TOKENS } from "./protocol.js";

/** How often, with calls waiting, the daemon is asked for a sign of life, in milliseconds. */
const PING_EVERY_MS = 1_000;
/**
 * After so many without a word it hangs: nothing that a daemon does takes seconds. One that was only busy is joined again, if it
 * then answers. Counted and not timed: whoever stood still himself has heard nothing either.
 */
const MOST_UNANSWERED_PINGS = 5;

type OnTokens = (tokens: readonly GeneratedToken[]) => void;

/** A connection to the daemon. `load` comes before all else. */
export class DaemonConnection {
  readonly #socket: Socket;
  readonly #connection: MessageConnection;
  readonly #onTokens = new Map<number, OnTokens>();
  #nextCall = 0;
  #waiting = 0;
  #pinging: NodeJS.Timeout | undefined;
  #unansweredPings = 0;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;

  /** Rejects as `node:net` does: `ENOENT` or `ECONNREFUSED` where nobody listens. */
  static async open(path: string): Promise<DaemonConnection> {
    const socket = connectTo(path);
    await once(socket, "connect");
    return new DaemonConnection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    this.#connection.onNotification(TOKENS, ({ call, tokens }) => this.#onTokens.get(call)?.(tokens));
    this.#connection.onError(() => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("data", () => {
      this.#unansweredPings = 0;
    });
    this.ended = new Promise((resolve) => {
      socket.on("close", () => {
        clearInterval(this.#pinging);
        // Calls that wait are rejected by it.
        this.#connection.dispose();
        resolve();
      });
    });
    this.#connection.listen();
  }

  hello(version: string): Promise<{ readonly version: string }> {
    return this.#call(() => this.#connection.sendRequest(HELLO, { version }));
  }

  retire(): Promise<Retirement> {
    return this.#call(() => this.#connection.sendRequest(RETIRE));
  }

  /** Rejects with the daemon's `NearfirstError`, or with one that is retryable where the daemon is lost. */
  async load(options: LoadOptions): Promise<ModelEngine> {
    const info = await this.#call(() => this.#connection.sendRequest(LOAD, options));
    return new RemoteEngine(this, info);
  }

  async tokenize(texts: readonly string[]): Promise<readonly Int32Array[]> {
    const tokens = await this.#call(() => this.#connection.sendRequest(TOKENIZE, { texts }));
    return tokens.map((each) => Int32Array.from(each));
  }

  /** Rejects at once when aborted. */
  async generate(request: GenerationRequest, signal: AbortSignal, onTokens?: OnTokens): Promise<Generation> {
    signal.throwIfAborted();
    const call = this.#nextCall++;
    const cancellation = new CancellationTokenSource();
    const left = new AbortController();
    const aborted = new Promise<never>((_, reject) => {
      const leave = () => {
        cancellation.cancel();
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { signal: left.signal });
    });
    if (onTokens !== undefined) this.#onTokens.set(call, (tokens) => signal.aborted || onTokens(tokens));
    const params = { ...request, call, prompt: [...request.prompt] };
    try {
      const answer = this.#call(() => this.#connection.sendRequest(GENERATE, params, cancellation.token));
      // Whoever has left hears no more of it.
      answer.catch(() => undefined);
      return await Promise.race([answer, aborted]);
    } finally {
      left.abort();
      this.#onTokens.delete(call);
    }
  }

  /** Ends the connection; the daemon keeps the model for others. */
  close(): void {
    this.#socket.destroy();
  }

  async #call<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#waiting++ === 0) this.#watch();
    try {
      return await send();
    } catch (thrown) {
      const told = errorOf(thrown);
      if (told !== null) throw told;
      // Whoever waits for the end hears of it first, and may have another daemon on its way already.
      this.close();
      await this.ended;
      throw daemonLost(thrown);
    } finally {
      if (--this.#waiting === 0) clearInterval(this.#pinging);
    }
  }

  /** A daemon that was stopped, and not ended, keeps its connections. */
  #watch(): void {
    this.#unansweredPings = 0;
    this.#pinging = setInterval(() => {
      if (this.#unansweredPings++ < MOST_UNANSWERED_PINGS) this.#connection.sendRequest(PING).catch(() => undefined);
      else this.close();
    }, PING_EVERY_MS).unref();
  }
}

class RemoteEngine implements ModelEngine {
  readonly info: GgufInfo;
  readonly #daemon: DaemonConnection;

  constructor(daemon: DaemonConnection, info: GgufInfo) {
    this.#daemon = daemon;
    this.info = info;
  }

  tokenize: ModelEngine["tokenize"] = (texts) => this.#daemon.tokenize(texts);

  generate: ModelEngine["generate"] = (...asked) => this.#daemon.generate(...asked);

  close(): void {
    this.#daemon.close();
  }
}

/** The same code as where the engine's own process ends: what to do is the same. */
function daemonLost(cause: unknown): NearfirstError {
  return new NearfirstError({
    code: "engine-crashed",
    message: "The daemon that runs the model is gone. It starts anew with the next request.",
    isRetryable: true,
    cause,
  });
}
