/** The only sockets here: a path on this machine, never a host. What goes over them stays with this user. */
import { connect, createServer, type Server, type Socket } from "node:net";

export type { Server, Socket } from "node:net";

/** Connects; `connect` or `error` follows. */
export function connectTo(path: string): Socket {
  return connect({ path });
}

/** Listens once `listenAt` is called. */
export function socketServer(onClient: (socket: Socket) => void): Server {
  return createServer(onClient);
}

/** `listening` or `error` follows. */
export function listenAt(server: Server, path: string): void {
  server.listen({ path });
}
