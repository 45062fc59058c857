/** The models that are loaded in this process, each once, whoever uses it. */
import { realpath, stat } from "node:fs/promises";
import type { LocalModel, ModelProfile } from "@nearfirst/core";
import { LlamaEngine, type LlamaModelOptions, type LoadOptions, type ModelEngine } from "@nearfirst/node";

export interface EnginePoolOptions {
  /** An engine that was asked nothing for so long is ended until it is needed again; by default never. */
  readonly unloadAfterMs?: number;
  /** One that has grown beyond it starts anew between two questions; by default there is no limit. */
  readonly maxMemoryBytes?: number;
  /** A model that nobody uses any more stays for so long: editors are restarted. Default: a minute. */
  readonly keepMs?: number;
}

const KEEP_MS = 60_000;

interface Pooled {
  readonly engine: Promise<LlamaEngine>;
  users: number;
  leaving: NodeJS.Timeout | undefined;
}

export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #pooled = new Map<string, Pooled>();

  constructor(options: EnginePoolOptions = {}) {
    this.#options = options;
  }

  /**
   * An engine with this model, loaded if it is not. Threads and sequences are as whoever came first wanted them. Whoever has
   * it closes it; the engine itself stays as long as others use it. Rejects with a `NearfirstError` that says what to do.
   */
  async open(options: LoadOptions): Promise<ModelEngine> {
    const key = await keyOf(options);
    const pooled = this.#pooled.get(key) ?? this.#load(key, options);
    pooled.users++;
    clearTimeout(pooled.leaving);
    try {
      return new SharedEngine(await pooled.engine, () => this.#leave(key, pooled));
    } catch (thrown) {
      pooled.users--;
      if (this.#pooled.get(key) === pooled) this.#pooled.delete(key);
      throw thrown;
    }
  }

  /** The same as the pipeline sees it. */
  async openModel(options: LlamaModelOptions): Promise<LocalModel & { close(): void }> {
    const engine = await this.open(options);
    try {
      return modelOf(engine, options.profileOf(engine.info));
    } catch (thrown) {
      engine.close();
      throw thrown;
    }
  }

  /** How many models are loaded or being loaded. */
  get size(): number {
    return this.#pooled.size;
  }

  /** Ends all engines at once, those in use too. */
  async close(): Promise<void> {
    const all = [...this.#pooled.values()];
    this.#pooled.clear();
    for (const { leaving } of all) clearTimeout(leaving);
    for (const { engine } of all) await engine.then((each) => each.close()).catch(() => undefined);
  }

  #load(key: string, { modelPath, contextTokens, sequences, threads, gpu }: LoadOptions): Pooled {
    const { keepMs: _, ...limits } = this.#options;
    const engine = LlamaEngine.load({ modelPath, contextTokens, sequences, threads, gpu, ...limits });
    const pooled: Pooled = { engine, users: 0, leaving: undefined };
    this.#pooled.set(key, pooled);
    return pooled;
  }

  #leave(key: string, pooled: Pooled): void {
    if (--pooled.users > 0) return;
    pooled.leaving = setTimeout(() => {
      if (this.#pooled.get(key) === pooled) this.#pooled.delete(key);
      void pooled.engine.then((engine) => engine.close());
    }, this.#options.keepMs ?? KEEP_MS).unref();
  }
}

/** One user's hold on an engine. */
class SharedEngine implements ModelEngine {
  readonly #engine: LlamaEngine;
  readonly #leave: () => void;
  #isClosed = false;

  constructor(engine: LlamaEngine, leave: () => void) {
    this.#engine = engine;
    this.#leave = leave;
  }

  get info(): ModelEngine["info"] {
    return this.#engine.info;
  }

  tokenize: ModelEngine["tokenize"] = (texts) => this.#engine.tokenize(texts);

  generate: ModelEngine["generate"] = (...asked) => this.#engine.generate(...asked);

  close(): void {
    if (!this.#isClosed) this.#leave();
    this.#isClosed = true;
  }
}

/** A loaded model as the pipeline sees it. */
export function modelOf(engine: ModelEngine, profile: ModelProfile): LocalModel & { close(): void } {
  return {
    profile,
    tokenize: (texts) => engine.tokenize(texts),
    generate: (...asked) => engine.generate(...asked),
    close: () => engine.close(),
  };
}

/** Of a file that was replaced another model is loaded. One that is not there fails when it is loaded. */
async function keyOf({ modelPath, contextTokens, gpu }: LoadOptions): Promise<string> {
  const path = await realpath(modelPath).catch(() => modelPath);
  const file = await stat(path).catch(() => null);
  return JSON.stringify([path, file?.size, file?.mtimeMs, contextTokens, gpu]);
}
