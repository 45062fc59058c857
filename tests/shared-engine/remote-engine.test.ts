/** What becomes of a request to a daemon that is late or silent: a real socket, and no model. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from "vscode-languageserver/node";
import { listenAt, type Socket, socketServer } from "../../packages/cli/src/shared-engine/local-socket.js";
import { HELLO, PING, TOKENIZE } from "../../packages/cli/src/shared-engine/protocol.js";
import { DaemonConnection } from "../../packages/cli/src/shared-engine/remote-engine.js";
import { socketPath } from "./served-engine.js";

/** Of the time in which a daemon is waited for; what goes over the socket takes its own. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A connection to a daemon that answers `hello` at once, and all else when its gate is opened. */
async function heldDaemon() {
  const [pings, tokens] = [gate(), gate()];
  const sockets: Socket[] = [];
  const server = socketServer((socket) => {
    sockets.push(socket);
    const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    connection.onRequest(HELLO, () => ({ version: "1" }));
    connection.onRequest(PING, () => pings.opened.then(() => null));
    connection.onRequest(TOKENIZE, ({ texts }) => tokens.opened.then(() => texts.map(() => [7])));
    connection.listen();
  });
  const path = socketPath();
  mkdirSync(dirname(path));
  listenAt(server, path);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { pings, tokens, daemon: await DaemonConnection.open(path) };
}

it("a daemon that says nothing for six seconds is given up, so that the request can go elsewhere", async () => {
  const { daemon } = await heldDaemon();
  const answer = daemon.tokenize(["a"]);
  vi.advanceTimersByTime(6_000);
  await expect(answer).rejects.toMatchObject({ code: "engine-crashed", isRetryable: true });
});

it("a daemon that says nothing for five seconds and then goes on is waited for", async () => {
  const { daemon, pings, tokens } = await heldDaemon();
  const answer = daemon.tokenize(["a"]);
  vi.advanceTimersByTime(5_000);
  pings.open();
  // Said after what was asked before.
  await daemon.hello("1");
  vi.advanceTimersByTime(5_000);
  tokens.open();
  expect(await answer).toEqual([Int32Array.of(7)]);
});
