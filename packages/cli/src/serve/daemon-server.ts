/** The HTTP side of the daemon: limits, who may ask, and how answers are written. What there is to ask for are the routes. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { checked, jsonBodyOf } from "../http/json-body.js";
import { Refusal } from "../http/refusal.js";
import { NEARFIRST_VERSION } from "../version.js";
import { Gatekeeper, type GatekeeperOptions } from "./gatekeeper.js";
import type { Reply, Route } from "./route.js";

/** A file and what belongs to it: more than any model sees. */
const MAX_BODY_BYTES = 4_000_000;
/** Requests with a body that run or wait; more are sent away. */
const MAX_REQUESTS = 64;
const MAX_CONNECTIONS = 256;
/** How long the end waits for answers that are under way, in milliseconds. */
const STOP_LIMIT_MS = 5_000;

export interface DaemonServerOptions extends GatekeeperOptions {
  readonly routes: readonly Route[];
  /** 0 for any. */
  readonly port: number;
  /** Told of every request that was answered: the route's path, `other` for none, and the status. */
  readonly onAnswered?: (path: string, status: number) => void;
}

/**
 * Longer than browsers keep a connection (Chromium: five minutes): they close it, not we. With Node.js's 5 s a request now and
 * then meets a connection that is just being closed, and the page takes that for the daemon's end.
 */
const KEEP_ALIVE_MS = 360_000;

export class DaemonServer {
  readonly #options: DaemonServerOptions;
  readonly #gatekeeper: Gatekeeper;
  readonly #server: Server;
  /** Connections on which nothing was asked yet: browsers keep some ready. */
  readonly #unused = new Set<Socket>();
  #running = 0;

  constructor(options: DaemonServerOptions) {
    this.#options = options;
    this.#gatekeeper = new Gatekeeper(options);
    this.#server = createServer((message, response) => void this.#serve(message, response));
    // Whoever sends a request slowly holds nobody up.
    this.#server.requestTimeout = 30_000;
    this.#server.headersTimeout = 10_000;
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on("connection", (socket: Socket) => {
      this.#unused.add(socket);
      socket.once("close", () => this.#unused.delete(socket));
    });
    this.#server.on("request", ({ socket }: IncomingMessage) => this.#unused.delete(socket));
  }

  /** Requests with a body that run now. */
  get running(): number {
    return this.#running;
  }

  /** Resolves with the address that it listens on; rejects as `node:net` does. */
  async listen(): Promise<AddressInfo> {
    const { port, host } = this.#options;
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    return this.#server.address() as AddressInfo;
  }

  /** Takes no new requests, lets those under way end, and cuts off what takes too long. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#unused) socket.destroy();
    const limit = setTimeout(() => this.#server.closeAllConnections(), STOP_LIMIT_MS);
    await closed;
    clearTimeout(limit);
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => undefined);
    message.on("error", () => undefined);
    const path = (message.url ?? "").split("?", 1)[0] as string;
    const isKnown = this.#options.routes.some((each) => each.path === path);
    response.on("close", () => this.#options.onAnswered?.(isKnown ? path : "other", response.statusCode));
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    try {
      write(response, await this.#replyTo(message, path, gone.signal));
    } catch (thrown) {
      if (!response.destroyed) refuse(response, Refusal.from(thrown));
    }
  }

  async #replyTo(message: IncomingMessage, path: string, gone: AbortSignal): Promise<Reply> {
    const { headers, method } = message;
    this.#gatekeeper.checkNames(headers);
    const here = this.#options.routes.filter((each) => each.path === path);
    // Whoever has no token learns of no path either.
    if (here.length === 0 || here.some(({ access }) => access === "token")) this.#gatekeeper.checkToken(headers);
    else if (here.some(({ access }) => access === "page")) this.#gatekeeper.checkPage(headers);
    if (here.length === 0)
      throw new Refusal(404, "There is nothing at this path; GET /openapi.json says what there is.");
    const routes = here.filter((each) => each.method === method);
    const [first] = routes;
    if (first === undefined) {
      const allow = [...new Set(here.map((each) => each.method))].join(", ");
      throw new Refusal(405, `This path is asked with ${allow}.`, { allow });
    }
    const port = message.socket.localPort ?? 0;
    const asking = { userAgent: headers["user-agent"] ?? "", query: queryOf(message), port, gone };
    if (first.body === null) return first.answer({ ...asking, body: undefined });
    if (this.#running >= MAX_REQUESTS) throw new Refusal(429, "Too many requests are running.", { "retry-after": "1" });
    this.#running++;
    try {
      const value = await jsonBodyOf(message, MAX_BODY_BYTES);
      const meant = routes.find(({ accepts }) => accepts?.(value) ?? true) ?? first;
      return await meant.answer({ ...asking, body: meant.body === null ? undefined : checked(value, meant.body) });
    } finally {
      this.#running--;
    }
  }
}

function queryOf({ url }: IncomingMessage): URLSearchParams {
  return new URLSearchParams((url ?? "").split("?").slice(1).join("?"));
}

const COMMON_HEADERS = { "cache-control": "no-store", "x-nearfirst-version": NEARFIRST_VERSION };

function write(response: ServerResponse, reply: Reply): void {
  const headers = { ...COMMON_HEADERS, ...reply.headers };
  switch (reply.kind) {
    case "json":
      response.writeHead(200, { ...headers, "content-type": "application/json" }).end(JSON.stringify(reply.value));
      return;
    case "events": {
      const events = [...reply.values.map((each) => JSON.stringify(each)), ...(reply.end === null ? [] : [reply.end])];
      response.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8" });
      response.end(events.map((each) => `data: ${each}\n\n`).join(""));
      return;
    }
    case "text":
      response.writeHead(200, { ...headers, "content-type": reply.contentType }).end(reply.text);
      return;
    case "bytes":
      response.writeHead(200, { ...headers, "content-type": reply.contentType }).end(reply.bytes);
      return;
    case "nothing":
      response.writeHead(200, headers).end();
  }
}

/** The connection ends: what may still come of the request is not read. */
function refuse(response: ServerResponse, { status, headers, body }: Refusal): void {
  const all = { ...COMMON_HEADERS, ...headers, "content-type": "application/json", connection: "close" };
  response.writeHead(status, all).end(JSON.stringify(body));
}
