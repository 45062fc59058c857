/** The language server as a process: standard input and output, signals, and the end of it. */
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { createConnection, type Logger } from "vscode-languageserver";
import { createProtocolConnection } from "vscode-languageserver/node";
import { LanguageServer, type LanguageServerOptions } from "./language-server.js";
import { PacedMessageWriter } from "./paced-message-writer.js";
import { WatchfulMessageReader } from "./watchful-message-reader.js";

/** How often the client's process is looked for, in milliseconds. */
const CLIENT_WATCH_MS = 1_000;

/** How long the end waits for the engine and the index to close, in milliseconds. */
const CLOSE_LIMIT_MS = 2_000;

export interface StdioServerOptions extends LanguageServerOptions {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves one client. Resolves with the exit code: 0 after `shutdown` and `exit`, or a closed pipe after `shutdown`;
 * 1 without `shutdown`, when the client's process is gone, or when its messages cannot be told apart; 128 and the signal's number after a signal.
 */
export function serveStdio({ input, output, ...options }: StdioServerOptions): Promise<number> {
  return new Promise((resolve) => {
    let isEnding = false;
    const end = (code: number) => {
      if (isEnding) return;
      isEnding = true;
      for (const [signal, listener] of onSignals) process.removeListener(signal, listener);
      const limit = new Promise((done) => setTimeout(done, CLOSE_LIMIT_MS).unref());
      void Promise.race([server.close(), limit]).finally(() => resolve(code));
    };
    const watchDog = {
      shutdownReceived: false,
      initialize: ({ processId }: { processId: number | null }) => {
        if (processId !== null) watchProcess(processId, () => end(1));
      },
      exit: end,
    };
    const connection = createConnection((logger) => {
      const reader = new WatchfulMessageReader(input, () => {
        process.stderr.write("nearfirst: the input is not in the form of the Language Server Protocol; giving up.\n");
        end(1);
      });
      const writer = new PacedMessageWriter(output, input);
      const protocol = createProtocolConnection(reader, writer, withoutContent(logger));
      // The parser's own words quote what it could not read.
      protocol.onError(() => logger.error("A message could not be read or written."));
      return protocol;
    }, watchDog);
    const server = new LanguageServer(connection, options);

    const clientGone = () => end(watchDog.shutdownReceived ? 0 : 1);
    input.on("end", clientGone).on("close", clientGone).on("error", clientGone);
    output.on("close", clientGone).on("error", clientGone);
    const onSignals = (["SIGTERM", "SIGINT", "SIGHUP"] as const).map(
      (signal) => [signal, () => end(128 + constants.signals[signal])] as const,
    );
    for (const [signal, listener] of onSignals) process.once(signal, listener);
    connection.listen();
  });
}

/** Ends the server when the client's process is gone without having said so. */
function watchProcess(processId: number, onGone: () => void): void {
  setInterval(() => {
    try {
      process.kill(processId, 0);
    } catch (thrown) {
      // EPERM: it lives, under another user.
      if (thrown instanceof Error && "code" in thrown && thrown.code === "ESRCH") onGone();
    }
  }, CLIENT_WATCH_MS).unref();
}

/** The protocol library appends whole messages, which hold code, to some of its errors, after a line break. */
function withoutContent(logger: Logger): Logger {
  const firstLine = (message: string) => message.split("\n", 1)[0] ?? "";
  return {
    error: (message) => logger.error(firstLine(message)),
    warn: (message) => logger.warn(firstLine(message)),
    info: (message) => logger.info(firstLine(message)),
    log: (message) => logger.log(firstLine(message)),
  };
}
