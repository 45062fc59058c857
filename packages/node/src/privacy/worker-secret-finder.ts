/**
 * Looks for secrets in a worker thread. A hostile text may make a pattern slow: there it holds up nobody, and after a limit
 * the worker is ended. What was not looked at does not leave.
 */
import { setMaxListeners } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { type FoundSecret, NOT_SCANNED, type SecretFinder } from "@nearfirst/core";
import type { FromSecretWorker, ToSecretWorker } from "./secret-worker-protocol.js";

export interface WorkerSecretFinderOptions {
  /** A text that takes longer counts as not scanned. */
  readonly limitMs?: number;
  /** The worker's start may take this long. */
  readonly startLimitMs?: number;
  /** Script of the worker; by default the built one of this package. */
  readonly workerScript?: string;
}

const LIMIT_MS = 2_000;
const START_LIMIT_MS = 15_000;
const MAX_HEAP_MB = 256;
/** More than any prompt with its surroundings, in UTF-16 units. */
const LONGEST_TEXT = 500_000;

type Answer = (found: readonly FoundSecret[] | null) => void;

interface Running {
  readonly worker: Worker;
  readonly calls: Map<number, Answer>;
  /** False where it did not start. */
  readonly ready: Promise<boolean>;
}

export class WorkerSecretFinder implements SecretFinder {
  readonly #options: WorkerSecretFinderOptions;
  #running: Running | null = null;
  #nextId = 0;

  constructor(options: WorkerSecretFinderOptions = {}) {
    this.#options = options;
  }

  /** Loads the rules before they are needed; resolves when they are there, or could not be loaded. */
  async start(): Promise<void> {
    await this.#worker()?.ready;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly FoundSecret[]> {
    signal.throwIfAborted();
    if (text === "") return [];
    // A prompt's parts are looked at together, each with listeners of its own; of eleven Node would warn.
    setMaxListeners(0, signal);
    const found = text.length > LONGEST_TEXT ? null : await this.#ask(text, signal);
    return found ?? [{ start: 0, end: text.length, rule: NOT_SCANNED }];
  }

  async close(): Promise<void> {
    await this.#end(this.#running);
  }

  /** Null where there is no answer. */
  async #ask(text: string, signal: AbortSignal): Promise<readonly FoundSecret[] | null> {
    const running = this.#worker();
    if (running === null || !(await untilAborted(running.ready, signal))) return null;
    // It ended while others waited for it, too.
    if (this.#running !== running) return null;
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const settle: Answer = (found) => {
        leave();
        resolve(found);
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => void this.#end(running), this.#options.limitMs ?? LIMIT_MS);
      const leave = () => {
        clearTimeout(timer);
        running.calls.delete(id);
        signal.removeEventListener("abort", onAbort);
      };
      signal.addEventListener("abort", onAbort);
      running.calls.set(id, settle);
      running.worker.postMessage({ id, text } satisfies ToSecretWorker);
    });
  }

  /** The running worker, or a new one; null where none can be started. */
  #worker(): Running | null {
    if (this.#running !== null) return this.#running;
    const { workerScript, startLimitMs = START_LIMIT_MS } = this.#options;
    try {
      // By package name, so that the built file is found from the sources too.
      const script = workerScript ?? createRequire(import.meta.url).resolve("@nearfirst/node/secret-worker");
      const worker = new Worker(script, {
        execArgv: [],
        // The rules' library prints what it does, if an environment variable asks for it.
        env: {},
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      });
      worker.stdout.resume();
      worker.stderr.resume();
      worker.unref();
      const calls = new Map<number, Answer>();
      const ready = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => end(), startLimitMs);
        const end = () => {
          clearTimeout(timer);
          resolve(false);
          void this.#end(running);
        };
        worker.on("message", (message: FromSecretWorker) => {
          if (message.type === "found") calls.get(message.id)?.(message.found);
          else {
            clearTimeout(timer);
            resolve(true);
          }
        });
        worker.on("error", end);
        worker.on("exit", end);
      });
      const running: Running = { worker, calls, ready };
      this.#running = running;
      return running;
    } catch {
      return null;
    }
  }

  /** Calls that wait get no answer; the next one starts a new worker. */
  async #end(running: Running | null): Promise<void> {
    if (running === null) return;
    if (this.#running === running) this.#running = null;
    for (const settle of [...running.calls.values()]) settle(null);
    await running.worker.terminate();
  }
}

async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
}
