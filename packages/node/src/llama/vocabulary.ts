import type { LlamaModel, Token } from "node-llama-cpp";

/** The texts of a model's ordinary tokens, for token healing: which tokens can continue a text that is given. */
export class Vocabulary {
  readonly #sorted: readonly { readonly text: string; readonly token: Token }[];
  readonly #byText: ReadonlyMap<string, Token>;

  constructor(model: LlamaModel) {
    const entries: { text: string; token: Token }[] = [];
    for (const token of model.iterateAllTokens()) {
      if (model.isSpecialToken(token) || model.isEogToken(token)) continue;
      const text = model.detokenize([token], false);
      if (text !== "" && !text.includes("\uFFFD")) entries.push({ text, token });
    }
    this.#byText = new Map(entries.map(({ text, token }) => [text, token]));
    this.#sorted = entries.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  }

  /** Tokens whose text begins with `text`, or is a beginning of it; empty only if the vocabulary cannot spell it. */
  continuationsOf(text: string): Token[] {
    const found: Token[] = [];
    for (let length = 1; length < text.length; length++) {
      const token = this.#byText.get(text.slice(0, length));
      if (token !== undefined) found.push(token);
    }
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as { text: string }).text < text) low = middle + 1;
      else high = middle;
    }
    for (let at = low; this.#sorted[at]?.text.startsWith(text); at++)
      found.push((this.#sorted[at] as { token: Token }).token);
    return found;
  }
}
