/** The local model as the pipeline sees it: a client of the engine process, which it starts, watches and restarts. */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import {
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  type LocalModel,
  type ModelProfile,
  NearfirstError,
} from "@nearfirst/core";
import type { EngineCall, EngineResults, FromEngine, GgufInfo, LoadOptions, ToEngine } from "./engine-protocol.js";

/** A call without any sign of life for this long means a hung engine; it is killed. */
const SILENCE_LIMIT_MS = 30_000;

interface Call {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onTokens: ((tokens: readonly GeneratedToken[]) => void) | undefined;
  timer: NodeJS.Timeout;
}

export interface LlamaModelOptions extends LoadOptions {
  /** Makes the pipeline's description of the model from what its file says. */
  readonly profileOf: (info: GgufInfo) => ModelProfile;
  readonly silenceLimitMs?: number;
}

export class LlamaModel implements LocalModel {
  readonly profile: ModelProfile;
  readonly info: GgufInfo;
  readonly #options: LlamaModelOptions;
  #engine: EngineConnection;
  #restarting: Promise<void> | null = null;

  /** Starts the engine process and loads the model. Rejects with a `NearfirstError` that says what to do. */
  static async load(options: LlamaModelOptions): Promise<LlamaModel> {
    const engine = new EngineConnection(options.silenceLimitMs ?? SILENCE_LIMIT_MS);
    try {
      const info = await engine.call("load", { type: "load", options: loadOptionsOf(options) });
      return new LlamaModel(options, engine, info);
    } catch (thrown) {
      engine.close();
      throw thrown;
    }
  }

  private constructor(options: LlamaModelOptions, engine: EngineConnection, info: GgufInfo) {
    this.#options = options;
    this.#engine = engine;
    this.info = info;
    this.profile = options.profileOf(info);
  }

  async tokenize(texts: readonly string[]): Promise<readonly Int32Array[]> {
    await this.#ensureAlive();
    return this.#engine.call("tokenize", { type: "tokenize", texts });
  }

  /** Sent again once if the engine crashes before the first token of the answer. */
  async generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation> {
    let hasTokens = false;
    const attempt = async () => {
      await this.#ensureAlive();
      return this.#engine.call("generate", { type: "generate", request }, signal, (tokens) => {
        hasTokens = true;
        onTokens?.(tokens);
      });
    };
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof NearfirstError && thrown.code === "engine-crashed" && !hasTokens && !signal.aborted)
        return attempt();
      throw thrown;
    }
  }

  /** Ends the engine process. */
  close(): void {
    this.#engine.close();
  }

  /** The engine's process id; for tests and `doctor`. */
  get processId(): number | undefined {
    return this.#engine.processId;
  }

  async #ensureAlive(): Promise<void> {
    if (this.#engine.isAlive) return;
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = null;
    });
    await this.#restarting;
  }

  async #restart(): Promise<void> {
    const engine = new EngineConnection(this.#options.silenceLimitMs ?? SILENCE_LIMIT_MS);
    this.#engine = engine;
    await engine.call("load", { type: "load", options: loadOptionsOf(this.#options) });
  }
}

function loadOptionsOf({ modelPath, contextTokens, sequences, threads, gpu }: LlamaModelOptions): LoadOptions {
  return { modelPath, contextTokens, sequences, threads, gpu };
}

/** One engine process and the calls that wait for it. */
class EngineConnection {
  readonly #process: ChildProcess;
  readonly #calls = new Map<number, Call>();
  readonly #silenceLimitMs: number;
  #nextId = 0;
  #isAlive = true;

  constructor(silenceLimitMs: number) {
    this.#silenceLimitMs = silenceLimitMs;
    // By package name, so that the built file is found from the sources too.
    const entry = createRequire(import.meta.url).resolve("@nearfirst/node/engine-process");
    this.#process = fork(entry, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
    });
    this.#process.on("message", (message: FromEngine) => this.#receive(message));
    this.#process.on("exit", (code, signal) => this.#lost(`exit code ${code ?? "none"}, signal ${signal ?? "none"}`));
    this.#process.on("error", (error) => this.#lost(error.message));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get processId(): number | undefined {
    return this.#process.pid;
  }

  call<Type extends EngineCall["type"]>(
    _type: Type,
    call: Extract<EngineCall, { type: Type }>,
    signal?: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<EngineResults[Type]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const result = new Promise<EngineResults[Type]>((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, onTokens, timer: this.#watchdog() });
    });
    const cancel = () => this.#send({ type: "cancel", id });
    signal?.addEventListener("abort", cancel, { once: true });
    this.#send({ id, ...call });
    return result.finally(() => signal?.removeEventListener("abort", cancel));
  }

  close(): void {
    this.#isAlive = false;
    if (this.#process.connected) this.#process.disconnect();
    this.#process.kill();
  }

  #send(message: ToEngine): void {
    if (this.#process.connected) this.#process.send(message);
    else this.#lost("the connection is closed");
  }

  #watchdog(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#process.kill("SIGKILL");
      this.#rejectAll(
        new NearfirstError({
          code: "engine-timeout",
          message: `The model gave no sign of life for ${this.#silenceLimitMs / 1000} s; its process was ended and starts anew with the next request.`,
          isRetryable: true,
        }),
      );
    }, this.#silenceLimitMs).unref();
  }

  #receive(message: FromEngine): void {
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    if (message.type === "tokens") {
      call.timer.refresh();
      call.onTokens?.(message.tokens);
      return;
    }
    clearTimeout(call.timer);
    this.#calls.delete(message.id);
    if (message.type === "result") call.resolve(message.value as never);
    else if (message.type === "aborted") call.reject(new DOMException("the request was cancelled", "AbortError"));
    else call.reject(new NearfirstError(message));
  }

  #lost(detail: string): void {
    this.#isAlive = false;
    this.#rejectAll(
      new NearfirstError({
        code: "engine-crashed",
        message: `The model's process ended (${detail}). It starts anew with the next request; if this goes on, run \`nearfirst doctor\`.`,
        isRetryable: true,
      }),
    );
  }

  #rejectAll(error: NearfirstError): void {
    this.#isAlive = false;
    for (const [id, call] of this.#calls) {
      clearTimeout(call.timer);
      call.reject(error);
      this.#calls.delete(id);
    }
  }
}
