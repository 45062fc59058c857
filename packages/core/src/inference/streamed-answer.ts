/** An answer that comes in as text from a server that knows nothing of our stop rules. */
import type { StopReason } from "../types.js";
import { codeOfAnswer, fencedCode } from "./chat-answer.js";
import { findStop, type StopState } from "./stop.js";

export interface StreamedAnswerOptions {
  /** `chat`: the answer may have words and a fence around the code. */
  readonly mode: "fim" | "chat";
  readonly stop: StopState;
  /** Texts of special tokens that end the answer, where the server lets them through. */
  readonly endTexts: readonly string[];
}

export interface EndedAnswer {
  readonly text: string;
  readonly stopReason: StopReason;
}

/** As with the local engine, where the answer ends does not depend on the pieces in which it comes. */
export class StreamedAnswer {
  readonly #options: StreamedAnswerOptions;
  #text = "";

  constructor(options: StreamedAnswerOptions) {
    this.#options = options;
  }

  /** UTF-16 units so far, words and fences included. */
  get length(): number {
    return this.#text.length;
  }

  push(piece: string): void {
    this.#text += piece;
  }

  /** The answer, once our own rule ends it: the server need not go on. Null while it may. Takes time linear in the text. */
  ended(): EndedAnswer | null {
    const { mode } = this.#options;
    return this.#cut(mode === "chat" ? (fencedCode(this.#text) ?? "") : this.#text);
  }

  /** The answer, where the server has ended it for `reason`. */
  finish(reason: StopReason): EndedAnswer {
    const code = this.#options.mode === "chat" ? codeOfAnswer([{ text: this.#text }]).text : this.#text;
    return this.#cut(code) ?? { text: code, stopReason: reason };
  }

  #cut(code: string): EndedAnswer | null {
    const { stop, endTexts } = this.#options;
    const ends = endTexts.map((each) => code.indexOf(each)).filter((at) => at >= 0);
    const end = Math.min(...ends, Number.POSITIVE_INFINITY);
    const found = findStop(end === Number.POSITIVE_INFINITY ? code : code.slice(0, end), stop);
    if (found !== null) return { text: code.slice(0, found.end), stopReason: found.reason };
    return end === Number.POSITIVE_INFINITY ? null : { text: code.slice(0, end), stopReason: "end-of-middle" };
  }
}
