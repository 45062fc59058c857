/** One index worker and the calls that wait for it. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { FromIndex, IndexCall, IndexResults, IndexStatus, ToIndex, WorkspaceOptions } from "./index-protocol.js";

/** Above this the worker ends, and not the editor's process. */
const MAX_HEAP_MB = 1_024;

export interface IndexConnectionOptions {
  readonly workspace: WorkspaceOptions;
  readonly workerScript: string | undefined;
  readonly onStatus: (status: IndexStatus, changes: number) => void;
  /** Called once, if the worker ends without `close`. */
  readonly onLost: (reason: string) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

export class IndexConnection {
  readonly #worker: Worker;
  readonly #options: IndexConnectionOptions;
  /** Settles a call; with null where there is no answer. */
  readonly #calls = new Map<number, (value: never) => void>();
  #nextId = 0;
  #isOpen = true;

  /** Throws where there is no such script. */
  constructor(options: IndexConnectionOptions) {
    this.#options = options;
    // By package name, so that the built file is found from the sources too.
    const script = options.workerScript ?? createRequire(import.meta.url).resolve("@nearfirst/node/index-worker");
    this.#worker = new Worker(script, {
      workerData: options.workspace,
      execArgv: [],
      // Whatever a worker prints stays out of this process's output, which may be a protocol.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (message: FromIndex) => this.#receive(message));
    this.#worker.on("error", (error) => this.#lost(error.message));
    this.#worker.on("exit", (code) => this.#lost(`exit code ${code}`));
  }

  /** The answer; null where the worker is gone or takes too long. Rejects with the signal's reason, for nothing else. */
  call<Type extends IndexCall["type"]>(
    call: Extract<IndexCall, { type: Type }>,
    { signal, limitMs }: CallOptions = {},
  ): Promise<IndexResults[Type] | null> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (!this.#isOpen) return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#calls.delete(id);
        leave();
        this.#send({ type: "cancel", id });
        if (signal?.aborted) reject(signal.reason);
        else resolve(null);
      };
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      };
      signal?.addEventListener("abort", giveUp);
      this.#calls.set(id, (value) => {
        leave();
        resolve(value);
      });
      this.#send({ id, ...call });
    });
  }

  async close(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #send(message: ToIndex): void {
    if (this.#isOpen) this.#worker.postMessage(message);
  }

  #receive(message: FromIndex): void {
    if (!this.#isOpen) return;
    if (message.type === "status") {
      this.#options.onStatus(message.status, message.changes);
      return;
    }
    const settle = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    settle?.(message.value as never);
  }

  #lost(reason: string): void {
    if (!this.#isOpen) return;
    this.#end();
    this.#options.onLost(reason);
    // A worker that failed but has not ended must not go on.
    void this.#worker.terminate();
  }

  #end(): void {
    this.#isOpen = false;
    for (const settle of this.#calls.values()) settle(null as never);
    this.#calls.clear();
  }
}
