/** Stands between a client and a server on this machine and lets each byte wait, as a network would. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DelayProxy {
  /** Of the proxy, in place of the server's. */
  readonly url: string;
  close(): Promise<void>;
}

/** `roundTripMs`: half of it each way; opening a connection takes none. */
export async function startDelayProxy(serverUrl: string, roundTripMs: number): Promise<DelayProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.setNoDelay(true);
    }
    forward(client, upstream, roundTripMs / 2);
    forward(upstream, client, roundTripMs / 2);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** In order: timers of one length end in the order in which they began. */
function forward(from: Socket, to: Socket, delayMs: number): void {
  const later = (act: () => void) => {
    if (delayMs === 0) act();
    else setTimeout(act, delayMs);
  };
  from.on("data", (chunk) => later(() => to.writable && to.write(chunk)));
  from.on("end", () => later(() => to.end()));
  from.on("error", () => to.destroy());
}
