/** For tests: HTTP servers of this process that do what the test says, hostile ones too. They end with the test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Parsed JSON; the text where it is none. */
  readonly body: unknown;
}

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly requests: SeenRequest[];
  /** Connections so far, and those that are open. */
  readonly connections: { made: number; open: number };
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A server on this machine that answers each request with `answer`. */
export async function localServer(answer: Answer): Promise<LocalServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((message, response) => {
    response.on("error", () => undefined);
    let text = "";
    message.setEncoding("utf8");
    message.on("data", (piece: string) => {
      text += piece;
    });
    message.on("end", () => {
      const { method = "", url = "", headers } = message;
      const seen = { method, path: url, headers, body: parsed(text) };
      requests.push(seen);
      answer(response, seen);
    });
  });
  return { requests, ...(await listening(server)) };
}

export async function listening(
  server: Server,
  scheme = "http",
): Promise<Pick<LocalServer, "url" | "port" | "connections" | "allClosed">> {
  const connections = { made: 0, open: 0 };
  let whenClosed: (() => void)[] = [];
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.made++;
    connections.open++;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      connections.open--;
      if (connections.open > 0) return;
      for (const resolve of whenClosed) resolve();
      whenClosed = [];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const allClosed = () =>
    connections.open === 0 ? Promise.resolve() : new Promise<void>((resolve) => whenClosed.push(resolve));
  return { url: `${scheme}://127.0.0.1:${port}`, port, connections, allClosed };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
