/** One model in this process. Only `engine-process.ts` uses it: a crash here must cost one answer, not the editor. */
import { type GeneratedToken, type Generation, type GenerationRequest, NearfirstError } from "@nearfirst/core";
import type { LlamaContextSequence } from "node-llama-cpp";
import { DraftLength } from "./draft-length.js";
import type { GgufInfo, LoadOptions } from "./engine-protocol.js";
import { generate } from "./generate.js";
import { ggufInfoOf } from "./gguf-info.js";
import { type LoadedModel, loadModel } from "./load-model.js";
import { SamplerGarbage } from "./sampler-garbage.js";
import { SequenceSlots } from "./sequence-slots.js";
import { specialTokensOf } from "./special-tokens.js";
import { TextTokenizer } from "./text-tokenizer.js";
import { Vocabulary } from "./vocabulary.js";

interface Engine extends LoadedModel {
  readonly slots: SequenceSlots<LlamaContextSequence>;
  readonly tokenizer: TextTokenizer;
  readonly vocabulary: Vocabulary;
  readonly draftLength: DraftLength;
  readonly garbage: SamplerGarbage;
}

export interface GenerateEvents {
  /** The tokens that each forward pass adds to the answer. */
  readonly onTokens: (tokens: readonly GeneratedToken[]) => void;
  /** Something was done: the engine does not hang. */
  readonly onProgress?: () => void;
}

/** Without a question for so long nobody is typing, and collecting garbage holds nobody up. */
const PAUSE_MS = 300;

export interface EngineHostOptions {
  /** Collects all garbage of this process; by default it is left to V8. */
  readonly collectGarbage?: () => void;
}

export class EngineHost {
  readonly #collectGarbage: () => void;
  #engine: Engine | null = null;
  #isLoading = false;
  #underWay = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor({ collectGarbage = () => undefined }: EngineHostOptions = {}) {
    this.#collectGarbage = collectGarbage;
  }

  /** Loads the model of this process; once only. */
  async load(options: LoadOptions, onProgress: () => void = () => undefined): Promise<GgufInfo> {
    if (this.#engine !== null || this.#isLoading)
      throw new NearfirstError({ code: "internal", message: "An engine process loads one model. Please report this." });
    this.#isLoading = true;
    const loaded = await loadModel(options, onProgress).finally(() => {
      this.#isLoading = false;
    });
    const { model, context } = loaded;
    const special = specialTokensOf(model);
    this.#engine = {
      ...loaded,
      slots: new SequenceSlots(options.sequences, () => context.getSequence()),
      tokenizer: new TextTokenizer(model, special),
      vocabulary: new Vocabulary(model, special),
      draftLength: new DraftLength(),
      garbage: new SamplerGarbage({
        vocabularySize: model.fileInfo.metadata.tokenizer.ggml.tokens.length,
        collect: this.#collectGarbage,
      }),
    };
    return ggufInfoOf(model.fileInfo, {
      special,
      trainedContextTokens: model.trainContextSize,
      fileBytes: loaded.fileBytes,
    });
  }

  tokenize(texts: readonly string[]): Int32Array[] {
    const { tokenizer } = this.#loaded();
    return texts.map((text) => Int32Array.from(tokenizer.tokenize(text)));
  }

  /** Requests of one slot run one after the other; those of different slots share the library's batches. */
  async generate(request: GenerationRequest, signal: AbortSignal, events: GenerateEvents): Promise<Generation> {
    const { slots, vocabulary, tokenizer, draftLength, garbage } = this.#loaded();
    const onProgress = () => {
      garbage.passed();
      events.onProgress?.();
    };
    this.#underWay++;
    clearTimeout(this.#pause);
    const answered = slots.run(request.slot, signal, async (sequence) => {
      try {
        return await generate({ ...events, onProgress, sequence, request, signal, vocabulary, tokenizer, draftLength });
      } catch (thrown) {
        // After a failed batch nobody knows which cells of the KV cache are filled.
        if (!signal.aborted && !(thrown instanceof NearfirstError)) await sequence.clearHistory();
        throw thrown;
      }
    });
    return answered.finally(() => {
      this.#underWay--;
      if (this.#underWay === 0) this.#pause = setTimeout(() => garbage.rested(), PAUSE_MS);
    });
  }

  /** Frees the model; the tests load several in one process. */
  async dispose(): Promise<void> {
    clearTimeout(this.#pause);
    await this.#engine?.context.dispose();
    await this.#engine?.model.dispose();
    this.#engine = null;
  }

  #loaded(): Engine {
    if (this.#engine === null)
      throw new NearfirstError({ code: "internal", message: "The engine was used before its model was loaded." });
    return this.#engine;
  }
}
