import type { GeneratedToken } from "@nearfirst/core";
import type { NextToken } from "./next-token.js";
import { latin1Of } from "./token-text.js";

/**
 * The answer while it grows, as tokens and text. A character whose bytes are spread over tokens appears with its last one;
 * an unfinished one at the end never does.
 */
export class AnswerText {
  readonly #healedText: string;
  readonly #healedBytes: string;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly tokens: GeneratedToken[] = [];
  /** Tokens that hold nothing but healed text: the next one may end it, and begins the answer. */
  healedTokens = 0;
  #byteCount = 0;
  #full = "";
  #end: number | null = null;

  constructor(healedText: string) {
    this.#healedText = healedText;
    this.#healedBytes = latin1Of(healedText);
  }

  /** Bytes of the healed text that no token covers yet. */
  get healing(): string {
    return this.#healedBytes.slice(this.#byteCount);
  }

  /** The answer after the healed text, up to the stop. */
  get text(): string {
    const text = this.#full.slice(this.#healedText.length);
    return this.#end === null ? text : text.slice(0, this.#end);
  }

  /** Cuts the answer's text to `length`. */
  end(length: number): void {
    this.#end = length;
  }

  push({ token, probability }: NextToken, bytes: string, fromDraft: boolean): GeneratedToken {
    if (this.healing.length >= bytes.length && this.healing !== "") this.healedTokens++;
    const text = this.#decoder.decode(Buffer.from(bytes, "latin1"), { stream: true });
    this.#byteCount += bytes.length;
    this.#full += text;
    const generated = { id: token, text, probability, fromDraft };
    this.tokens.push(generated);
    return generated;
  }
}
