/** A model's tokens as bytes, and for token healing: which tokens can continue bytes that are given. */
import { setImmediate } from "node:timers/promises";
import type { LlamaModel, Token } from "node-llama-cpp";
import type { SpecialToken } from "./special-tokens.js";
import { latin1Of, type TokenTable, tokenBytes } from "./token-text.js";

/** Tokens indexed between two turns of the event loop: a few milliseconds, so that a cancellation gets through. */
const INDEX_STEP = 8192;

export interface Continuations {
  /** Tokens that are a proper beginning of the bytes, or the bytes themselves. */
  readonly within: readonly Token[];
  /** Tokens that begin with the bytes and go on. */
  readonly beyond: readonly Token[];
}

export class Vocabulary {
  readonly #model: LlamaModel;
  readonly #table: TokenTable;
  readonly #special: ReadonlySet<number>;
  /** Every token that may stand in an answer, by its first byte. */
  #byFirstByte: Promise<readonly Token[][]> | null = null;
  #buckets: readonly Token[][] = [];
  #canSpellBytes = false;

  constructor(model: LlamaModel, special: readonly SpecialToken[]) {
    this.#model = model;
    this.#special = new Set(special.map((token) => token.id));
    const { ggml } = model.fileInfo.metadata.tokenizer;
    this.#table = { model: ggml.model, texts: ggml.tokens, types: ggml.token_type ?? [] };
  }

  /** The token's bytes, one latin1 character each; empty for special tokens. */
  bytesOf(token: Token): string {
    if (this.#special.has(token)) return "";
    return tokenBytes(this.#table, token) ?? latin1Of(this.#model.detokenize([token], false));
  }

  /** Builds the index, once; afterwards `continuationsOf` and `canSpell` answer. Yields to the event loop meanwhile. */
  async index(): Promise<void> {
    this.#byFirstByte ??= this.#build();
    this.#buckets = await this.#byFirstByte;
  }

  /** Tokens that can come next where the answer must go on with `bytes` (not empty), without leading into a dead end. */
  continuationsOf(bytes: string): Continuations {
    const spellable = this.#spellableFrom(bytes, 1);
    const within: Token[] = [];
    const beyond: Token[] = [];
    for (const token of this.#buckets[bytes.charCodeAt(0)] ?? []) {
      const own = this.bytesOf(token);
      if (own.length > bytes.length) {
        if (own.startsWith(bytes)) beyond.push(token);
      } else if (bytes.startsWith(own) && spellable[own.length]) within.push(token);
    }
    return { within, beyond };
  }

  /** Whether some sequence of tokens begins with `bytes`. */
  canSpell(bytes: string): boolean {
    return this.#spellableFrom(bytes, 0)[0] as boolean;
  }

  /**
   * For each place in `bytes` from `first` on, its end included: whether some sequence of tokens begins with what follows
   * there. From the end to the start, since the ways to spell a run of one character double with each.
   */
  #spellableFrom(bytes: string, first: number): readonly boolean[] {
    const spellable: boolean[] = new Array(bytes.length + 1).fill(true);
    if (this.#canSpellBytes) return spellable;
    for (let at = bytes.length - 1; at >= first; at--) {
      const rest = bytes.slice(at);
      spellable[at] = (this.#buckets[bytes.charCodeAt(at)] ?? []).some((token) => {
        const own = this.bytesOf(token);
        return own.length > rest.length ? own.startsWith(rest) : rest.startsWith(own) && spellable[at + own.length];
      });
    }
    return spellable;
  }

  async #build(): Promise<readonly Token[][]> {
    const buckets: Token[][] = Array.from({ length: 256 }, () => []);
    const singles = new Set<string>();
    for (let token = 0; token < this.#table.texts.length; token++) {
      if (token % INDEX_STEP === INDEX_STEP - 1) await setImmediate();
      const bytes = this.bytesOf(token as Token);
      if (bytes === "") continue;
      buckets[bytes.charCodeAt(0)]?.push(token as Token);
      if (bytes.length === 1) singles.add(bytes);
    }
    this.#canSpellBytes = singles.size === 256;
    return buckets;
  }
}
