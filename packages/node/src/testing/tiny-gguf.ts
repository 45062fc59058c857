/**
 * Writes small LLaMA models for tests: F32, byte-level BPE, weights from a seed. Real enough for llama.cpp to load, small
 * enough to run in microseconds, and on request with an answer that can be worked out by hand. Not part of the package's index.
 */
import { writeFile } from "node:fs/promises";
import { byteAlphabet } from "../llama/token-text.js";
import { GgufBuilder, type Tensor } from "./gguf-builder.js";

/**
 * Which token comes next.
 * - `random`: random weights; everything influences everything.
 * - `chain`: after each byte of `text` comes the next one, whatever stands before; after the last one the end. Bytes must differ.
 * - `constant`: always the same logits: those given by token text, 0 for the others.
 */
export type TinyBehaviour =
  | { readonly kind: "random" }
  | { readonly kind: "chain"; readonly text: string }
  | { readonly kind: "constant"; readonly logits: Readonly<Record<string, number>> };

export interface TinyGgufOptions {
  readonly behaviour?: TinyBehaviour;
  readonly seed?: number;
  /** Dimensions of the embeddings: a multiple of those of a head, 4. */
  readonly embedding?: number;
  readonly layers?: number;
  readonly contextTokens?: number;
  /** Tokens of several letters, merged by the tokenizer from their own beginnings, which become tokens too. */
  readonly words?: readonly string[];
  /** Bytes whose tokens are missing: the vocabulary cannot spell them. */
  readonly withoutBytes?: string;
  /** The vocabulary is filled up to this size with tokens no text is made of. */
  readonly vocabularySize?: number;
  /** Fill-in-the-middle tokens: named by metadata keys, only by their texts, or absent. */
  readonly fim?: "metadata" | "texts" | "none";
  /** How the file declares its special tokens; user-defined ones are found in plain text by llama.cpp. */
  readonly specialTokens?: "control" | "user-defined";
  readonly architecture?: string;
}

const END = "<|endoftext|>";
const FIM_TEXTS = ["<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|file_sep|>"];
const OTHER_TEXTS = ["<|a|>", "<|b|>", "<|c|>", "<|d|>"];
/**
 * Dimensions of a head: fewer than a vector register has numbers (8 with AVX2, 16 with AVX-512). llama.cpp's flash attention sums
 * larger ones in 32 bits for passes of many tokens and in 16 for the others, up to 2 % of a probability apart after 700 tokens.
 */
const HEAD_SIZE = 4;
const NORMAL = 1;
const CONTROL = 3;
const USER_DEFINED = 4;

export interface TinyModel {
  /** Token ids by text, as it stands in the file's vocabulary. */
  readonly ids: ReadonlyMap<string, number>;
  readonly bytes: Buffer;
}

/** Writes the model to `path`. */
export async function writeTinyGguf(path: string, options: TinyGgufOptions = {}): Promise<TinyModel> {
  const model = tinyGguf(options);
  await writeFile(path, model.bytes);
  return model;
}

export function tinyGguf(options: TinyGgufOptions = {}): TinyModel {
  const { behaviour = { kind: "random" }, seed = 1, embedding = behaviour.kind === "chain" ? 128 : 32 } = options;
  const { layers = 2, contextTokens = 1024, words = [], fim = "metadata", architecture = "llama" } = options;
  const { texts, merges, special } = vocabularyOf(words, fim, options);
  const ids = new Map(texts.map((text, id) => [text, id]));
  const specialType = options.specialTokens === "user-defined" ? USER_DEFINED : CONTROL;
  const end = ids.get(END) as number;
  const feedForward = 2 * embedding;

  const file = new GgufBuilder();
  file.string("general.architecture", architecture);
  file.string("general.name", "tiny");
  file.uint32(`${architecture}.context_length`, contextTokens);
  file.uint32(`${architecture}.embedding_length`, embedding);
  file.uint32(`${architecture}.block_count`, layers);
  file.uint32(`${architecture}.feed_forward_length`, feedForward);
  file.uint32(`${architecture}.attention.head_count`, embedding / HEAD_SIZE);
  file.uint32(`${architecture}.attention.head_count_kv`, embedding / HEAD_SIZE);
  file.float32(`${architecture}.attention.layer_norm_rms_epsilon`, 1e-5);
  file.uint32(`${architecture}.rope.dimension_count`, HEAD_SIZE);
  file.uint32(`${architecture}.vocab_size`, texts.length);
  file.string("tokenizer.ggml.model", "gpt2");
  file.string("tokenizer.ggml.pre", "qwen2");
  file.strings("tokenizer.ggml.tokens", texts);
  file.int32s(
    "tokenizer.ggml.token_type",
    texts.map((text) => (special.has(text) ? specialType : NORMAL)),
  );
  file.strings("tokenizer.ggml.merges", merges);
  file.uint32("tokenizer.ggml.eos_token_id", end);
  file.uint32("tokenizer.ggml.bos_token_id", end);
  file.boolean("tokenizer.ggml.add_bos_token", false);
  if (fim === "metadata") {
    for (const [at, key] of ["fim_pre", "fim_mid", "fim_suf", "fim_sep"].entries())
      file.uint32(`tokenizer.ggml.${key}_token_id`, ids.get(FIM_TEXTS[at] as string) as number);
  }
  for (const tensor of tensorsOf({ behaviour, ids, embedding, layers, feedForward, seed })) file.tensor(tensor);
  return { ids, bytes: file.build() };
}

function vocabularyOf(
  words: readonly string[],
  fim: "metadata" | "texts" | "none",
  { vocabularySize = 0, withoutBytes = "" }: TinyGgufOptions,
) {
  // A byte's token keeps its place, so that the id of a byte is the byte; another text takes it where it is missing.
  const missing = new Set(Buffer.from(withoutBytes, "utf8"));
  const texts = byteAlphabet.map((character, byte) => (missing.has(byte) ? `missing${byte}_` : character));
  const merges: string[] = [];
  const known = new Set(texts);
  for (const word of words) {
    const letters = [...Buffer.from(word, "utf8")].map((byte) => byteAlphabet[byte] as string);
    for (let length = 2; length <= letters.length; length++) {
      const merged = letters.slice(0, length).join("");
      if (known.has(merged)) continue;
      known.add(merged);
      texts.push(merged);
      merges.push(`${letters.slice(0, length - 1).join("")} ${letters[length - 1]}`);
    }
  }
  const special = new Set([END, ...(fim === "none" ? OTHER_TEXTS : FIM_TEXTS)]);
  texts.push(...special);
  while (texts.length < vocabularySize) texts.push(`w${texts.length}_`);
  return { texts, merges, special };
}

interface Shape {
  readonly behaviour: TinyBehaviour;
  readonly ids: ReadonlyMap<string, number>;
  readonly embedding: number;
  readonly layers: number;
  readonly feedForward: number;
  readonly seed: number;
}

function tensorsOf({ behaviour, ids, embedding, layers, feedForward, seed }: Shape): Tensor[] {
  const random = gaussianOf(seed);
  const filled = (length: number, value: () => number) => Float32Array.from({ length }, value);
  const one = () => 1;
  // Without what the layers add, the state after a token is its embedding, whatever stood before.
  const scale = behaviour.kind === "random" ? 1.5 / Math.sqrt(embedding) : 0;
  const weights = (rows: number, columns: number) => filled(rows * columns, () => random() * scale);
  const tensors: Tensor[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const add = (name: string, shape: number[], data: Float32Array) =>
      tensors.push({ name: `blk.${layer}.${name}.weight`, shape, data });
    add("attn_norm", [embedding], filled(embedding, one));
    for (const name of ["attn_q", "attn_k", "attn_v", "attn_output"])
      add(name, [embedding, embedding], weights(embedding, embedding));
    add("ffn_norm", [embedding], filled(embedding, one));
    add("ffn_gate", [embedding, feedForward], weights(embedding, feedForward));
    add("ffn_up", [embedding, feedForward], weights(embedding, feedForward));
    add("ffn_down", [feedForward, embedding], weights(feedForward, embedding));
  }
  const count = ids.size;
  const embeddings =
    behaviour.kind === "constant"
      ? filled(count * embedding, one)
      : behaviour.kind === "chain"
        ? filled(count * embedding, () => (random() < 0 ? -1 : 1))
        : filled(count * embedding, random);
  const output = filled(count * embedding, behaviour.kind === "random" ? () => random() * 0.5 : () => 0);
  if (behaviour.kind === "constant") {
    for (const [text, logit] of Object.entries(behaviour.logits)) output[idOf(ids, text) * embedding] = logit;
  } else if (behaviour.kind === "chain") {
    const chain = [...Buffer.from(behaviour.text, "utf8")].map((byte) => byteAlphabet[byte] as string);
    for (const [at, text] of chain.entries()) {
      const [from, to] = [idOf(ids, text), idOf(ids, chain[at + 1] ?? END)];
      for (let column = 0; column < embedding; column++)
        output[to * embedding + column] = (embeddings[from * embedding + column] as number) / 8;
    }
  }
  tensors.push({ name: "token_embd.weight", shape: [embedding, count], data: embeddings });
  tensors.push({ name: "output_norm.weight", shape: [embedding], data: filled(embedding, one) });
  tensors.push({ name: "output.weight", shape: [embedding, count], data: output });
  return tensors;
}

function idOf(ids: ReadonlyMap<string, number>, text: string): number {
  const encoded = [...Buffer.from(text, "utf8")].map((byte) => byteAlphabet[byte]).join("");
  const id = ids.get(text) ?? ids.get(encoded);
  if (id === undefined) throw new Error(`the tiny model has no token ${JSON.stringify(text)}`);
  return id;
}

/** Roughly normal numbers from a 32-bit xorshift generator: the sum of four uniform ones, centred. */
function gaussianOf(seed: number): () => number {
  let state = (seed * 2654435761) | 0 || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 16; round++) uniform();
  return () => (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3);
}
