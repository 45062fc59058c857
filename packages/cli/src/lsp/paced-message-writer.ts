import type { Readable, Writable } from "node:stream";
import { type Message, StreamMessageWriter } from "vscode-languageserver/node";

/** Messages that may wait to be written before no more are read. */
const MOST_WAITING = 100;

/** Writes messages, and reads no more of them while the client does not take what it is sent: memory stays bounded. */
export class PacedMessageWriter extends StreamMessageWriter {
  readonly #input: Readable;
  #waiting = 0;

  constructor(output: Writable, input: Readable) {
    super(output);
    this.#input = input;
  }

  override async write(message: Message): Promise<void> {
    this.#waiting++;
    if (this.#waiting > MOST_WAITING) this.#input.pause();
    try {
      await super.write(message);
    } finally {
      this.#waiting--;
      if (this.#waiting <= MOST_WAITING && this.#input.isPaused()) this.#input.resume();
    }
  }
}
