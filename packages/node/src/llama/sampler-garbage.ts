/** Frees what node-llama-cpp leaves behind each forward pass, before V8 would think of it. */

/** Of each token of the vocabulary a sampler keeps its number, its logit and its probability. */
const BYTES_PER_CANDIDATE = 12;
/** With so much left behind it is collected once nothing is asked for a while, and with the most in the middle of an answer. */
const LEFT_BYTES = { enough: 32_000_000, most: 64_000_000 } as const;

export interface SamplerGarbageOptions {
  /** Number of tokens. */
  readonly vocabularySize: number;
  /** Collects all garbage of the process; it may take tens of milliseconds. */
  readonly collect: () => void;
}

/**
 * Each pass makes a sampler with a list of the whole vocabulary outside of V8's heap, and the list goes only with the
 * sampler's object (node-llama-cpp 3.22). V8 sees an object of a few bytes and lets it lie for minutes, while a
 * vocabulary of 152,000 tokens leaves 1.8 MB a pass. What was left is counted here, and collected when it is worth the time.
 */
export class SamplerGarbage {
  readonly #bytesPerPass: number;
  readonly #collect: () => void;
  #bytes = 0;

  constructor({ vocabularySize, collect }: SamplerGarbageOptions) {
    this.#bytesPerPass = vocabularySize * BYTES_PER_CANDIDATE;
    this.#collect = collect;
  }

  /** To be told after each forward pass. */
  passed(): void {
    this.#bytes += this.#bytesPerPass;
    this.#collectFrom(LEFT_BYTES.most);
  }

  /** To be told while nobody waits for an answer. */
  rested(): void {
    this.#collectFrom(LEFT_BYTES.enough);
  }

  #collectFrom(bytes: number): void {
    if (this.#bytes < bytes) return;
    this.#bytes = 0;
    this.#collect();
  }
}
