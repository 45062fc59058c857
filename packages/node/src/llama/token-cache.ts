import { ownText } from "@nearfirst/core";

/** Tokens of texts asked for before; the least recently used go once the texts hold more than `maxCharacters`. */
export class TokenCache {
  readonly #maxCharacters: number;
  /** Least recently used first. */
  readonly #tokens = new Map<string, Int32Array>();
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(text: string): Int32Array | undefined {
    const tokens = this.#tokens.get(text);
    if (tokens === undefined) return undefined;
    this.#tokens.delete(text);
    this.#tokens.set(text, tokens);
    return tokens;
  }

  set(text: string, tokens: Int32Array): void {
    if (text.length > this.#maxCharacters) return;
    if (this.#tokens.delete(text)) this.#characters -= text.length;
    this.#tokens.set(ownText(text), tokens);
    this.#characters += text.length;
    for (const oldest of this.#tokens.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#tokens.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
