/** One engine process and the calls that wait for it. */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { type GeneratedToken, NearfirstError } from "@nearfirst/core";
import { engineEnvironment } from "./engine-environment.js";
import type { EngineCall, EngineResults, FromEngine, ToEngine } from "./engine-protocol.js";

/** Loading reads gigabytes, compiles shaders, and says little meanwhile. */
const LOAD_SILENCE_MS = 120_000;

/**
 * Those that run. Each ends itself when this process has ended, but not while it is stopped or in native code, as when it
 * loads: so they are killed before.
 */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const each of running) each.kill("SIGKILL");
});

interface Call {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onTokens: ((tokens: readonly GeneratedToken[]) => void) | undefined;
}

export interface EngineConnectionOptions {
  /** With calls waiting, an engine that sends nothing for this long hangs; it is killed. */
  readonly silenceLimitMs: number;
  /** The process ended without being told to. */
  readonly onLost: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onTokens?: (tokens: readonly GeneratedToken[]) => void;
}

export class EngineConnection {
  readonly #options: EngineConnectionOptions;
  readonly #process: ChildProcess;
  readonly #calls = new Map<number, Call>();
  #watchdog: NodeJS.Timeout | undefined;
  #whenIdle: (() => void)[] = [];
  #nextId = 0;
  #isAlive = true;
  #memoryBytes = 0;
  #fatal: string | null = null;

  constructor(options: EngineConnectionOptions) {
    this.#options = options;
    // By package name, so that the built file is found from the sources too.
    const entry = createRequire(import.meta.url).resolve("@nearfirst/node/engine-process");
    this.#process = fork(entry, {
      serialization: "advanced",
      // Whatever llama.cpp prints stays out of the parent's output, which may be a protocol.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: engineEnvironment(process.env),
      execArgv: [],
    });
    running.add(this.#process);
    this.#process.once("exit", () => running.delete(this.#process));
    this.#process.on("message", (message: FromEngine) => this.#receive(message));
    this.#process.on("exit", (code, signal) =>
      this.#lost(this.#fatal ?? (signal === null ? `exit code ${code}` : signal)),
    );
    this.#process.on("error", (error) => this.#lost(error.message));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get processId(): number | undefined {
    return this.#process.pid;
  }

  /** Physical memory of the process when it gave its last result; 0 before the first. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Resolves once no call is under way in the engine, the cancelled ones included. */
  async idle(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** Rejects at once when the signal is aborted; the engine ends its part after the forward pass that is under way. */
  call<Type extends EngineCall["type"]>(
    call: Extract<EngineCall, { type: Type }>,
    { signal, onTokens }: CallOptions = {},
  ): Promise<EngineResults[Type]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const { promise, resolve, reject } = withResolvers<EngineResults[Type]>();
    if (this.#calls.size === 0) this.#watch(call.type === "load" ? LOAD_SILENCE_MS : this.#options.silenceLimitMs);
    this.#calls.set(id, { resolve, reject, onTokens });
    const cancel = () => {
      this.#send({ type: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    this.#send({ id, ...call });
    return promise.finally(() => signal?.removeEventListener("abort", cancel));
  }

  /** Ends the process; calls under way reject with an `AbortError`. */
  close(): void {
    this.#isAlive = false;
    this.#rejectAll(new DOMException("the model was closed", "AbortError"));
    this.#process.kill("SIGKILL");
  }

  #send(message: ToEngine): void {
    if (!this.#process.connected) this.#lost("the connection is closed");
    else this.#process.send(message, (error) => error !== null && this.#lost(error.message));
  }

  #watch(limitMs: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#bark(limitMs), limitMs).unref();
  }

  #bark(limitMs: number): void {
    if (this.#calls.size === 0 || !this.#isAlive) return;
    this.#end(
      new NearfirstError({
        code: "engine-timeout",
        message: `The model gave no sign of life for ${limitMs / 1000} s; its process was ended and starts anew with the next request.`,
        isRetryable: true,
      }),
    );
  }

  #receive(message: FromEngine): void {
    this.#watchdog?.refresh();
    if (message.type === "progress") return;
    if (message.type === "fatal") {
      this.#fatal = message.detail;
      return;
    }
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    if (message.type === "tokens") {
      this.#tell(message, call);
      return;
    }
    this.#calls.delete(message.id);
    if (message.type === "result") {
      this.#memoryBytes = message.memoryBytes;
      call.resolve(message.value as never);
    } else if (message.type === "aborted") call.reject(new DOMException("the request was cancelled", "AbortError"));
    else call.reject(new NearfirstError(message));
    this.#settle();
  }

  /** A mistake of whoever listens costs their call alone: thrown from here, it would end this process. */
  #tell({ id, tokens }: Extract<FromEngine, { type: "tokens" }>, { onTokens, reject }: Call): void {
    try {
      onTokens?.(tokens);
    } catch (thrown) {
      reject(thrown);
      this.#send({ type: "cancel", id });
    }
  }

  #lost(detail: string): void {
    if (!this.#isAlive) return;
    const isKilled = detail === "SIGKILL";
    this.#end(
      new NearfirstError({
        code: "engine-crashed",
        message:
          `The model's process ended (${detail}). It starts anew with the next request; if this goes on, ` +
          `${isKilled ? "the system may be short of memory: choose a smaller model, or " : ""}run \`nearfirst doctor\`.`,
        isRetryable: true,
      }),
    );
  }

  #end(error: NearfirstError): void {
    this.#isAlive = false;
    // It may hang, or live on without a connection.
    this.#process.kill("SIGKILL");
    this.#options.onLost();
    this.#rejectAll(error);
  }

  #rejectAll(error: unknown): void {
    clearTimeout(this.#watchdog);
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
    this.#settle();
  }

  #settle(): void {
    if (this.#calls.size > 0) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = [];
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}
