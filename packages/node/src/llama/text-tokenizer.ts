import type { LlamaModel, Token } from "node-llama-cpp";
import type { SpecialToken } from "./special-tokens.js";

/**
 * Tokenises text of files. Whatever it says, it gives ordinary tokens: llama.cpp finds user-defined tokens in plain text
 * even without special-token parsing, so texts that name a special one are taken apart first. A lone surrogate becomes
 * U+FFFD, since llama.cpp reads UTF-8.
 */
export class TextTokenizer {
  readonly #model: LlamaModel;
  readonly #tags: readonly string[];

  constructor(model: LlamaModel, special: readonly SpecialToken[]) {
    this.#model = model;
    this.#tags = special.filter((token) => token.isFoundInText && token.text.length > 1).map((token) => token.text);
  }

  tokenize(text: string): Token[] {
    return this.#withoutTags(text).flatMap((piece) => this.#model.tokenize(piece, false, "trimLeadingSpace"));
  }

  /** Cuts every tag in the text after its first character, so that no piece holds one. */
  #withoutTags(text: string): string[] {
    const cuts = new Set<number>();
    for (const tag of this.#tags) {
      for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1)) cuts.add(at + 1);
    }
    const sorted = [0, ...[...cuts].sort((a, b) => a - b)];
    return sorted.map((start, at) => text.slice(start, sorted[at + 1]));
  }
}
