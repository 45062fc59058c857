/** One model in this process. Only `engine-process.ts` uses it: a crash here must cost one answer, not the editor. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { type GeneratedToken, type Generation, type GenerationRequest, NearfirstError } from "@nearfirst/core";
import {
  getLlama,
  type LlamaContext,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from "node-llama-cpp";
import type { GgufInfo, LoadOptions } from "./engine-protocol.js";
import { generate } from "./generate.js";
import { Vocabulary } from "./vocabulary.js";

/** Largest number of tokens in one forward pass: a draft and the prompt's tail must fit together. */
const BATCH_TOKENS = 512;

interface Slot {
  readonly sequence: LlamaContextSequence;
  name: string;
  /** Resolves when the requests queued so far have ended. */
  tail: Promise<unknown>;
}

export class EngineHost {
  #model: LlamaModel | null = null;
  #context: LlamaContext | null = null;
  /** Most recently used last. */
  readonly #slots: Slot[] = [];
  #sequences = 1;
  #vocabulary: Vocabulary | null = null;

  async load(options: LoadOptions): Promise<GgufInfo> {
    const file = await stat(options.modelPath).catch((cause: unknown) => {
      throw new NearfirstError({
        code: "model-missing",
        message: `There is no model file at ${options.modelPath}. \`nearfirst models list\` shows those that are installed.`,
        cause,
      });
    });
    const llama = await getLlama({
      gpu: options.gpu,
      build: "never",
      maxThreads: options.threads,
      logLevel: LlamaLogLevel.disabled,
      progressLogs: false,
    });
    try {
      this.#model = await llama.loadModel({ modelPath: options.modelPath });
    } catch (cause) {
      throw new NearfirstError({
        code: "model-corrupt",
        message: `${options.modelPath} is not a model that llama.cpp can load (${cause instanceof Error ? cause.message : String(cause)}). Fetch it again.`,
        cause,
      });
    }
    this.#context = await this.#model.createContext({
      contextSize: Math.min(options.contextTokens, this.#model.trainContextSize),
      sequences: options.sequences,
      batchSize: BATCH_TOKENS,
      threads: options.threads,
      // The default strategy starves a short request behind a long prompt (node-llama-cpp 3.22).
      batching: { itemPrioritizationStrategy: "firstInFirstOut" },
    });
    this.#sequences = options.sequences;
    return ggufInfoOf(this.#model, file.size);
  }

  tokenize(texts: readonly string[]): Int32Array[] {
    const model = this.#loaded();
    return texts.map((text) => Int32Array.from(model.tokenize(text, false, "trimLeadingSpace")));
  }

  async generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation> {
    const slot = this.#slotFor(request.slot);
    const turn = slot.tail.then(() => {
      signal.throwIfAborted();
      return generate({ sequence: slot.sequence, request, signal, vocabulary: () => this.#vocabularyOf(), onTokens });
    });
    slot.tail = turn.catch(() => undefined);
    return turn;
  }

  #loaded(): LlamaModel {
    if (this.#model === null)
      throw new NearfirstError({ code: "internal", message: "The engine was used before its model was loaded." });
    return this.#model;
  }

  #vocabularyOf(): Vocabulary {
    this.#vocabulary ??= new Vocabulary(this.#loaded());
    return this.#vocabulary;
  }

  /** The KV cache of a file; the one unused for longest goes to a new file. */
  #slotFor(name: string): Slot {
    let slot = this.#slots.find((each) => each.name === name);
    if (slot === undefined && this.#slots.length < this.#sequences)
      slot = { sequence: (this.#context as LlamaContext).getSequence(), name, tail: Promise.resolve() };
    slot ??= this.#slots[0] as Slot;
    slot.name = name;
    const at = this.#slots.indexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
    this.#slots.push(slot);
    return slot;
  }
}

function ggufInfoOf(model: LlamaModel, fileBytes: number): GgufInfo {
  const { metadata } = model.fileInfo;
  const { tokens } = metadata.tokenizer.ggml;
  const tokenizer = Object.fromEntries(
    Object.entries(metadata.tokenizer.ggml).filter((entry): entry is [string, string | number | boolean] =>
      ["string", "number", "boolean"].includes(typeof entry[1]),
    ),
  );
  const specialTokens: { id: number; text: string }[] = [];
  for (const token of model.iterateAllTokens()) {
    if (model.isSpecialToken(token)) specialTokens.push({ id: token, text: textOf(model, tokens, token) });
  }
  const hash = createHash("sha256");
  hash.update(JSON.stringify([metadata.general, tokenizer, specialTokens, model.trainContextSize, fileBytes]));
  return {
    name: metadata.general.name ?? null,
    architecture: metadata.general.architecture,
    trainedContextTokens: model.trainContextSize,
    tokenizer,
    specialTokens,
    chatTemplate: metadata.tokenizer.chat_template ?? null,
    fileBytes,
    metadataHash: hash.digest("hex"),
  };
}

function textOf(model: LlamaModel, tokens: readonly string[], token: Token): string {
  return tokens[token] ?? model.detokenize([token], true);
}
