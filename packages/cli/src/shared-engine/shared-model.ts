/** The local model of one language server: in the daemon as long as there is one, and in a process of its own otherwise. */
import { resolve } from "node:path";
import {
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  type LocalModel,
  type ModelProfile,
  NearfirstError,
} from "@nearfirst/core";
import {
  LlamaEngine,
  type LlamaModelOptions,
  loadOptionsOf,
  type ModelEngine,
  RestartPolicy,
  replacedModel,
  untilAborted,
} from "@nearfirst/node";
import type { Joined } from "./join-daemon.js";

export interface SharedModelOptions extends LlamaModelOptions {
  readonly join: () => Promise<Joined>;
  /** Gets why the daemon is not used, in a sentence, once for each reason. */
  readonly log: (message: string) => void;
}

interface Opened {
  readonly kind: "shared" | "own";
  readonly engine: ModelEngine;
}

export class SharedModel implements LocalModel {
  readonly profile: ModelProfile;
  readonly #options: SharedModelOptions;
  readonly #losses: RestartPolicy;
  readonly #metadataHash: string;
  #opened: Promise<Opened>;
  #kind: Opened["kind"];
  /** Set once the file turns out to hold another model: prompts are laid out for the one that was opened first. */
  #replaced: NearfirstError | null = null;
  #isClosed = false;

  /** Rejects with a `NearfirstError` that says what to do where the model cannot be loaded. */
  static async open(options: SharedModelOptions): Promise<SharedModel> {
    const losses = new RestartPolicy();
    let model: SharedModel | null = null;
    const opened = await openEngine(options, { losses, onLost: () => model?.lost() });
    try {
      model = new SharedModel(options, losses, opened);
      return model;
    } catch (thrown) {
      opened.engine.close();
      throw thrown;
    }
  }

  private constructor(options: SharedModelOptions, losses: RestartPolicy, opened: Opened) {
    this.#options = options;
    this.#losses = losses;
    this.#opened = Promise.resolve(opened);
    this.#kind = opened.kind;
    this.#metadataHash = opened.engine.info.metadataHash;
    this.profile = options.profileOf(opened.engine.info);
  }

  /** Where it runs now. */
  get kind(): Opened["kind"] {
    return this.#kind;
  }

  tokenize(texts: readonly string[]): Promise<readonly Int32Array[]> {
    return this.#sendOrRetry((engine) => engine.tokenize(texts));
  }

  /** Sent again once if the daemon is lost before the first token of the answer. Rejects at once when aborted. */
  generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation> {
    let hasTokens = false;
    const heard = (tokens: readonly GeneratedToken[]) => {
      hasTokens = true;
      onTokens?.(tokens);
    };
    const answer = this.#sendOrRetry(
      (engine) => engine.generate(request, signal, heard),
      () => !hasTokens && !signal.aborted,
    );
    return untilAborted(answer, signal);
  }

  close(): void {
    this.#isClosed = true;
    this.#opened.then(({ engine }) => engine.close()).catch(() => undefined);
  }

  /** The daemon ended without being told to. The next one is there before the developer asks again. */
  lost(): void {
    if (this.#isClosed) return;
    this.#losses.recordFailure(performance.now());
    this.#reopen();
  }

  #reopen(): void {
    const opening = openEngine(this.#options, { losses: this.#losses, onLost: () => this.lost() }).then((opened) => {
      const { engine, kind } = opened;
      const isOther = engine.info.metadataHash !== this.#metadataHash;
      if (isOther || this.#isClosed) engine.close();
      if (isOther) this.#replaced = replacedModel(this.#options.modelPath);
      if (this.#replaced !== null) throw this.#replaced;
      this.#kind = kind;
      return opened;
    });
    this.#opened = opening;
    opening.catch(() => undefined);
  }

  async #sendOrRetry<Result>(
    send: (engine: ModelEngine) => Promise<Result>,
    mayRetry: () => boolean = () => true,
  ): Promise<Result> {
    if (this.#replaced !== null) throw this.#replaced;
    const first = this.#opened;
    try {
      return await send((await first).engine);
    } catch (thrown) {
      if (this.#isClosed || !(thrown instanceof NearfirstError) || !mayRetry()) throw thrown;
      // Nothing else than a lost daemon, or a model that could not be opened, is helped by another engine.
      const couldNotOpen = await first.then(
        () => false,
        () => true,
      );
      if (!couldNotOpen && thrown.code !== "engine-crashed") throw thrown;
      if (this.#opened === first) {
        if (!couldNotOpen) throw thrown;
        this.#reopen();
      }
    }
    return send((await this.#opened).engine);
  }
}

interface Watch {
  /** How often the daemon was lost lately. */
  readonly losses: RestartPolicy;
  readonly onLost: () => void;
}

/** In the daemon; in a process of one's own where it cannot be used, or ends again and again. */
async function openEngine(options: SharedModelOptions, { losses, onLost }: Watch): Promise<Opened> {
  const isHopeless = losses.waitMs(performance.now()) === null;
  const joined = isHopeless ? { kind: "alone" as const, reason: "it ended again and again" } : await options.join();
  if (joined.kind === "joined") {
    const { daemon } = joined;
    try {
      // The daemon runs in another folder.
      const engine = await daemon.load({ ...loadOptionsOf(options), modelPath: resolve(options.modelPath) });
      let isClosed = false;
      void daemon.ended.then(() => isClosed || onLost());
      const close = () => {
        isClosed = true;
        engine.close();
      };
      return { kind: "shared", engine: withClose(engine, close) };
    } catch (thrown) {
      daemon.close();
      const isLost = thrown instanceof NearfirstError && thrown.code === "engine-crashed";
      if (!isLost) throw thrown;
      losses.recordFailure(performance.now());
      return openEngine(options, { losses, onLost });
    }
  }
  options.log(`This editor runs a model of its own and not the daemon's: ${joined.reason}.`);
  return { kind: "own", engine: await LlamaEngine.load(options) };
}

function withClose(engine: ModelEngine, close: () => void): ModelEngine {
  return {
    info: engine.info,
    tokenize: (texts) => engine.tokenize(texts),
    generate: (...asked) => engine.generate(...asked),
    close,
  };
}
