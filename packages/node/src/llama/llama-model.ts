/** The local model as a client of the engine process, which it starts, watches and restarts. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  type LocalModel,
  type ModelProfile,
  NearfirstError,
} from "@nearfirst/core";
import { EngineConnection } from "./engine-connection.js";
import type { GgufInfo, LoadOptions } from "./engine-protocol.js";
import { IdleTimer } from "./idle-timer.js";
import { RESTART_LIMITS, RestartPolicy } from "./restart-policy.js";
import { TokenCache } from "./token-cache.js";

/** A forward pass, or a step of loading, that takes longer than this means a hung engine. */
const SILENCE_LIMIT_MS = 30_000;

/** Texts whose tokens are remembered, in UTF-16 units: the suffixes and line heads of the files being edited. */
const TOKEN_CACHE_CHARACTERS = 1_000_000;

export interface LlamaEngineOptions extends LoadOptions {
  /** With calls waiting, an engine that sends nothing for this long is killed. */
  readonly silenceLimitMs?: number;
  /** An engine that was asked nothing for so long is ended, and starts again with the next question; by default never. */
  readonly unloadAfterMs?: number;
  /** An engine that has grown beyond it is ended between two questions; by default there is no limit. */
  readonly maxMemoryBytes?: number;
}

export interface LlamaModelOptions extends LlamaEngineOptions {
  /** Makes the pipeline's description of the model from what its file says. */
  readonly profileOf: (info: GgufInfo) => ModelProfile;
}

/** A model that is loaded somewhere, whoever asks it for what. */
export interface ModelEngine extends Omit<LocalModel, "profile"> {
  readonly info: GgufInfo;
  close(): void;
}

/** An engine process of one's own, with whatever model its file holds. */
export class LlamaEngine implements ModelEngine {
  readonly info: GgufInfo;
  readonly #options: LlamaEngineOptions;
  readonly #restarts: RestartPolicy;
  readonly #tokens = new TokenCache(TOKEN_CACHE_CHARACTERS);
  readonly #idle: IdleTimer;
  #engine: EngineConnection;
  #restarting: Promise<void> | null = null;
  /** Set once the file turns out to hold another model than the one that was loaded: its answers would be noise. */
  #replaced: NearfirstError | null = null;
  #isClosed = false;

  /** Starts the engine process and loads the model. Rejects with a `NearfirstError` that says what to do. */
  static load(options: LlamaEngineOptions): Promise<LlamaEngine> {
    return start(options, (started) => new LlamaEngine(options, started));
  }

  protected constructor(options: LlamaEngineOptions, { engine, restarts, info }: StartedEngine) {
    this.#options = options;
    this.#engine = engine;
    this.#restarts = restarts;
    this.info = info;
    this.#idle = new IdleTimer(options.unloadAfterMs ?? null, () => this.#engine.close());
  }

  /**
   * Only texts not seen lately are sent. The arrays are shared with later callers: do not change them. A lone surrogate
   * is tokenised as U+FFFD.
   */
  async tokenize(texts: readonly string[]): Promise<readonly Int32Array[]> {
    const known = new Map<string, Int32Array>([["", new Int32Array()]]);
    const unknown = new Set<string>();
    for (const text of texts) {
      const tokens = this.#tokens.get(text);
      if (tokens !== undefined) known.set(text, tokens);
      else if (text !== "") unknown.add(text);
    }
    if (unknown.size > 0) {
      const asked = [...unknown];
      const found = await this.#retryOnce(() => this.#engine.call({ type: "tokenize", texts: asked }));
      for (const [at, text] of asked.entries()) {
        const tokens = found[at] ?? new Int32Array();
        known.set(text, tokens);
        this.#tokens.set(text, tokens);
      }
    }
    return texts.map((text) => known.get(text) as Int32Array);
  }

  /** Sent again once if the engine crashes before the first token of the answer. Rejects at once when aborted. */
  async generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation> {
    let hasTokens = false;
    const send = () =>
      this.#engine.call(
        { type: "generate", request },
        {
          signal,
          onTokens: (tokens) => {
            if (signal.aborted) return;
            hasTokens = true;
            onTokens?.(tokens);
          },
        },
      );
    return untilAborted(
      this.#retryOnce(send, () => !hasTokens && !signal.aborted),
      signal,
    );
  }

  /** Resolves once the engine works on nothing, cancelled requests included. */
  async idle(): Promise<void> {
    await this.#engine.idle();
  }

  /** Ends the engine process; calls under way reject with an `AbortError`, later ones with a `NearfirstError`. */
  close(): void {
    this.#isClosed = true;
    this.#idle.close();
    this.#engine.close();
  }

  /** False where the engine was ended, or ended by itself, and nothing was asked since. */
  get isLoaded(): boolean {
    return this.#engine.isAlive;
  }

  /** Physical memory of the engine when it gave its last result. */
  get memoryBytes(): number {
    return this.#engine.memoryBytes;
  }

  /** The engine's process id; for tests and `doctor`. */
  get processId(): number | undefined {
    return this.#engine.processId;
  }

  #retryOnce<Result>(send: () => Promise<Result>, mayRetry: () => boolean = () => true): Promise<Result> {
    return this.#idle.during(() => this.#sendOrRetry(send, mayRetry)).finally(() => this.#endTooLarge());
  }

  /** What was cancelled and still runs ends with it. */
  #endTooLarge(): void {
    const { maxMemoryBytes = Number.POSITIVE_INFINITY } = this.#options;
    if (!this.#idle.isUsed && this.#engine.memoryBytes > maxMemoryBytes) this.#engine.close();
  }

  async #sendOrRetry<Result>(send: () => Promise<Result>, mayRetry: () => boolean): Promise<Result> {
    await this.#ensureAlive();
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof NearfirstError) || thrown.code !== "engine-crashed" || !mayRetry()) throw thrown;
    }
    await this.#ensureAlive();
    return send();
  }

  async #ensureAlive(): Promise<void> {
    if (this.#isClosed)
      throw new NearfirstError({ code: "internal", message: "The model was closed. Load it again before use." });
    if (this.#replaced !== null) throw this.#replaced;
    if (this.#engine.isAlive && this.#restarting === null) return;
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = null;
    });
    await this.#restarting;
  }

  async #restart(): Promise<void> {
    const waitMs = this.#restarts.waitMs(performance.now());
    if (waitMs === null) {
      const seconds = Math.ceil(this.#restarts.retryAfterMs(performance.now()) / 1000);
      throw new NearfirstError({
        code: "engine-crashed",
        message: `The model's process failed ${RESTART_LIMITS.failures} times within a minute and is not started again for ${seconds} s. Run \`nearfirst doctor\`, or choose a smaller model.`,
      });
    }
    await delay(waitMs);
    if (this.#isClosed) throw new DOMException("the model was closed", "AbortError");
    const engine = connect(this.#options, this.#restarts);
    this.#engine = engine;
    try {
      const { metadataHash } = await engine.call({ type: "load", options: loadOptionsOf(this.#options) });
      if (metadataHash !== this.info.metadataHash) this.#replaced = replacedModel(this.#options.modelPath);
      if (this.#replaced !== null) throw this.#replaced;
    } catch (thrown) {
      // A file that is gone or no longer loads: the same for the next request.
      if (engine.isAlive) this.#restarts.recordFailure(performance.now());
      engine.close();
      throw thrown;
    }
  }
}

/** The same, as the pipeline sees it. */
export class LlamaModel extends LlamaEngine implements LocalModel {
  readonly profile: ModelProfile;

  static override load(options: LlamaModelOptions): Promise<LlamaModel> {
    return start(options, (started) => new LlamaModel(options, started));
  }

  protected constructor(options: LlamaModelOptions, started: StartedEngine) {
    super(options, started);
    this.profile = options.profileOf(started.info);
  }
}

interface StartedEngine {
  readonly engine: EngineConnection;
  readonly restarts: RestartPolicy;
  readonly info: GgufInfo;
}

async function start<Made>(options: LlamaEngineOptions, make: (started: StartedEngine) => Made): Promise<Made> {
  const restarts = new RestartPolicy();
  const engine = connect(options, restarts);
  try {
    const info = await engine.call({ type: "load", options: loadOptionsOf(options) });
    refuseTooLarge(engine.memoryBytes, options.maxMemoryBytes);
    return make({ engine, restarts, info });
  } catch (thrown) {
    engine.close();
    throw thrown;
  }
}

/** A model that is over the limit from the start would be loaded anew for every question. */
function refuseTooLarge(memoryBytes: number, maxMemoryBytes = Number.POSITIVE_INFINITY): void {
  if (memoryBytes <= maxMemoryBytes) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  throw new NearfirstError({
    code: "out-of-memory",
    message: `The loaded model takes ${megabytes(memoryBytes)} MB, and the limit is ${megabytes(maxMemoryBytes)} MB. Raise the limit, or choose a smaller model or fewer \`contextTokens\`.`,
  });
}

/** Prompts are laid out for the model that was loaded first. */
export function replacedModel(modelPath: string): NearfirstError {
  return new NearfirstError({
    code: "model-missing",
    message: `The model file ${modelPath} was replaced by another while it was in use. Restart Nearfirst, or your editor, to use the new one.`,
  });
}

/** The promise, or the signal's reason as soon as it is aborted, for instance while the engine restarts. */
export async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    done.abort();
  }
}

function connect(options: LlamaEngineOptions, restarts: RestartPolicy): EngineConnection {
  return new EngineConnection({
    silenceLimitMs: options.silenceLimitMs ?? SILENCE_LIMIT_MS,
    onLost: () => restarts.recordFailure(performance.now()),
  });
}

export function loadOptionsOf({ modelPath, contextTokens, sequences, threads, gpu }: LlamaEngineOptions): LoadOptions {
  return { modelPath, contextTokens, sequences, threads, gpu };
}
