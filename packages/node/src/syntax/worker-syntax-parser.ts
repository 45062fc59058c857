/** The parsers as the pipeline sees them: a client of the syntax worker, which it starts, watches and replaces. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { NearfirstError, type SyntaxParser, type SyntaxProblem } from "@nearfirst/core";
import type { FromSyntaxWorker, ToSyntaxWorker } from "./syntax-protocol.js";

/** Longest time that a completion waits for the syntax gate (issue 4: display is never held up longer). */
export const SYNTAX_LIMIT_MS = 20;
/** A text that nobody waits for any more and that still runs after this long will not end. */
const STUCK_AFTER_MS = 10_000;
/** A parser's heap; above this the worker ends, and not the editor's process. */
const MAX_HEAP_MB = 512;

export interface WorkerSyntaxParserOptions {
  /** Script of the worker; by default the built one of this package. */
  readonly workerScript?: string;
  /** How long a text that nobody waits for may still run; then the worker is replaced. */
  readonly stuckAfterMs?: number;
}

interface Call {
  readonly resolve: (problems: readonly SyntaxProblem[] | null) => void;
  readonly reject: (reason: unknown) => void;
}

export class WorkerSyntaxParser implements SyntaxParser {
  readonly #options: WorkerSyntaxParserOptions;
  readonly #calls = new Map<number, Call>();
  /** Calls that were given up, and may still run. */
  readonly #abandoned = new Map<number, NodeJS.Timeout>();
  #worker: Worker | null = null;
  #nextId = 0;
  #isClosed = false;

  constructor(options: WorkerSyntaxParserOptions = {}) {
    this.#options = options;
  }

  /** Loads the language's parser ahead of the first text. Never rejects. */
  async prepare(languageId: string): Promise<void> {
    await this.parse("", languageId, new AbortController().signal).catch(() => null);
  }

  /** Rejects with the signal's reason once aborted, with a `NearfirstError` where the parser failed. */
  async parse(text: string, languageId: string, signal: AbortSignal): Promise<readonly SyntaxProblem[] | null> {
    signal.throwIfAborted();
    if (this.#isClosed) throw failure("it is closed");
    const worker = this.#running();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#calls.delete(id);
        if (this.#calls.size === 0) worker.unref();
        this.#abandon(id);
        send(worker, { type: "cancel", id });
        reject(signal.reason);
      };
      const leave = () => signal.removeEventListener("abort", giveUp);
      signal.addEventListener("abort", giveUp, { once: true });
      this.#calls.set(id, {
        resolve: (problems) => {
          leave();
          resolve(problems);
        },
        reject: (reason) => {
          leave();
          reject(reason);
        },
      });
      // What waits for an answer keeps the process alive; a parser at rest does not.
      worker.ref();
      send(worker, { type: "parse", id, text, languageId });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end("it was closed");
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    // By package name, so that the built file is found from the sources too.
    const script =
      this.#options.workerScript ?? createRequire(import.meta.url).resolve("@nearfirst/node/syntax-worker");
    const worker = new Worker(script, {
      execArgv: [],
      // Whatever a worker prints stays out of this process's output, which may be a protocol.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    worker.on("message", (message: FromSyntaxWorker) => this.#receive(worker, message));
    worker.on("error", (error) => this.#lost(worker, error.name));
    worker.on("exit", (code) => this.#lost(worker, `exit code ${code}`));
    this.#worker = worker;
    return worker;
  }

  #receive(worker: Worker, message: FromSyntaxWorker): void {
    if (worker !== this.#worker) return;
    this.#forgive(message.id);
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (this.#calls.size === 0) worker.unref();
    if ("failure" in message) call?.reject(failure(message.failure));
    else call?.resolve(message.problems);
  }

  /** A parser cannot be interrupted: one that does not end takes its worker with it. */
  #abandon(id: number): void {
    const timer = setTimeout(
      () => void this.#end("a text took too long"),
      this.#options.stuckAfterMs ?? STUCK_AFTER_MS,
    );
    this.#abandoned.set(id, timer.unref());
  }

  #forgive(id: number): void {
    // The worker goes on in order: what came before this one has ended too.
    for (const [each, timer] of this.#abandoned) {
      if (each > id) continue;
      clearTimeout(timer);
      this.#abandoned.delete(each);
    }
  }

  #lost(worker: Worker, reason: string): void {
    if (worker === this.#worker) void this.#end(reason);
  }

  async #end(reason: string): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    for (const timer of this.#abandoned.values()) clearTimeout(timer);
    this.#abandoned.clear();
    for (const { reject } of this.#calls.values()) reject(failure(reason));
    this.#calls.clear();
    await worker?.terminate();
  }
}

function send(worker: Worker, message: ToSyntaxWorker): void {
  worker.postMessage(message);
}

function failure(reason: string): NearfirstError {
  return new NearfirstError({
    code: "internal",
    message: `The syntax parser failed (${reason}); completions are shown unchecked. If it happens again, please report it.`,
    isRetryable: true,
  });
}
