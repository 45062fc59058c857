import type { Readable } from "node:stream";
import { type DataCallback, type Disposable, StreamMessageReader } from "vscode-languageserver/node";

/** Broken headers in a row after which the input is given up. */
const MOST_BROKEN_HEADERS = 5;

/**
 * Reads messages, and notices when they cannot be told apart any more. After one broken header the library finds the
 * next whole one; but where a length was wrong, every text is read as a header from then on, and a server that stays
 * would never answer again. One that ends is started anew by its client.
 */
export class WatchfulMessageReader extends StreamMessageReader {
  #brokenHeaders = 0;

  /** `onOutOfStep` is called once. */
  constructor(input: Readable, onOutOfStep: () => void) {
    super(input);
    this.onError((error) => {
      if (isBrokenHeader(error) && ++this.#brokenHeaders === MOST_BROKEN_HEADERS) onOutOfStep();
    });
  }

  override listen(callback: DataCallback): Disposable {
    return super.listen((message) => {
      this.#brokenHeaders = 0;
      callback(message);
    });
  }

  protected override fireClose(): void {
    // Not told on, as in `PacedMessageWriter`: what is sent to a client that is gone fails nowhere.
  }
}

/** The library tells of it in words only (vscode-jsonrpc 10.0.0). */
function isBrokenHeader({ message }: Error): boolean {
  return /^(?:Message header must|Header must provide|Content-Length value)/.test(message);
}
