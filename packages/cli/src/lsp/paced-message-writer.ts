import type { Readable, Writable } from "node:stream";
import { type Message, StreamMessageWriter } from "vscode-languageserver/node";

/** Messages that may wait to be written before no more are read. */
const MOST_WAITING = 100;

/**
 * Writes messages, and reads no more of them while the client does not take what it is sent: memory stays bounded.
 * What a client is sent after it is gone is dropped without a word, as the server ends then.
 */
export class PacedMessageWriter extends StreamMessageWriter {
  readonly #input: Readable;
  #waiting = 0;
  #isClientGone = false;

  constructor(output: Writable, input: Readable) {
    super(output);
    this.#input = input;
    // Standard output does not count as destroyed afterwards; and the library, which listens too, writes of it at once.
    const clientGone = () => {
      this.#isClientGone = true;
    };
    output.prependListener("error", clientGone).prependListener("close", clientGone);
  }

  override async write(message: Message): Promise<void> {
    if (this.#isClientGone) return;
    this.#waiting++;
    if (this.#waiting > MOST_WAITING) this.#input.pause();
    try {
      await super.write(message);
    } catch (thrown) {
      if (!this.#isClientGone) throw thrown;
    } finally {
      this.#waiting--;
      if (this.#waiting <= MOST_WAITING && this.#input.isPaused()) this.#input.resume();
    }
  }

  protected override fireClose(): void {
    // Not told on: the library would throw at whoever sends afterwards, its own log included (vscode-jsonrpc 10.0.0).
  }
}
