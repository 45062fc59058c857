/** A sentence model for tests: how often each letter stands in a text; a token is a letter. */
import type { Token } from "node-llama-cpp";
import type { SentenceModel } from "../src/embeddings/sentence-model.js";

export interface LetterCounts extends SentenceModel {
  /** Every text that was embedded, in order. */
  readonly texts: string[];
}

export function letterCounts(): LetterCounts {
  const texts: string[] = [];
  return {
    texts,
    tokenize: (text) => [...text].map((character) => (character.codePointAt(0) ?? 0) as Token),
    async embed(tokens) {
      texts.push(String.fromCodePoint(...tokens));
      const counts = new Array<number>(26).fill(0);
      for (const token of tokens) if (token >= 97 && token < 123) counts[token - 97] = (counts[token - 97] ?? 0) + 1;
      return counts;
    },
    close: async () => undefined,
  };
}
