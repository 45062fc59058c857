/** The one way for code into the network: requests to the large model's server. One connection pool, one deadline, one size limit. */
import { NearfirstError } from "@nearfirst/core";
import { type Dispatcher, request } from "undici";
import { dispatcherFor } from "./dispatcher-for.js";
import { faultOf, faultOfStatus, type Place, tooLate, tooLong, webPage } from "./fault-of.js";
import { parsedJson } from "./parsed-json.js";

/** Far more than an answer of 512 tokens takes; a reply in one piece of this size is still parsed within milliseconds. */
const MAX_REPLY_BYTES = 1_000_000;

/** How much of an error's body is kept, for `doctor`, which sends no code of the user's. */
const MAX_DETAIL_BYTES = 2_000;

/** A connection that takes longer is no place to ask while someone types. */
const CONNECT_TIMEOUT_MS = 3_000;

/** How long the end of a reply may take after its answer is complete, for the connection to be used again. */
const REST_MS = 500;

export interface HttpClientOptions {
  /** Base address without a trailing slash; http or https, no credentials. */
  readonly url: string;
  /** Sent as a bearer token; null for none. Never part of a message. */
  readonly key: string | null;
  /** Certificates in PEM that are trusted beside the usual ones; null for none. */
  readonly ca: string | null;
  /** `environment`: what HTTP_PROXY, HTTPS_PROXY and NO_PROXY say; `none`; or the proxy's address. */
  readonly proxy: string;
  /** From the start of a request to the end of its reply. */
  readonly timeoutMs: number;
  readonly env?: NodeJS.ProcessEnv;
}

export interface HttpSending {
  readonly signal: AbortSignal;
  /** Awaited with the body before anything is sent; where it rejects nothing is, and the request rejects so. */
  readonly beforeSend: (body: string) => Promise<void>;
  /** Left of the time for the whole answer, where this is not its first request; by default that of the client. */
  readonly timeoutMs?: number | undefined;
}

export interface HttpReply {
  /** The reply's text as it comes. Ends with the reply; throws a typed fault for half of one, for one that is too long, not UTF-8 or late. */
  pieces(): AsyncIterable<string>;
  /** The whole reply as JSON. */
  json(): Promise<unknown>;
  /** Nothing more is needed: closes the socket, so that the server stops working. */
  cancel(): void;
  /** The answer is complete: the connection may serve the next request. */
  release(): void;
}

export class HttpClient {
  readonly place: Place;
  readonly #options: HttpClientOptions;
  readonly #dispatcher: Dispatcher;
  readonly #base: URL;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#base = new URL(options.url);
    const { key, timeoutMs } = options;
    const withoutKey = (text: string) => (key === null || key === "" ? text : text.replaceAll(key, "***"));
    this.place = { host: this.#base.host, timeoutMs, withoutKey };
    this.#dispatcher = dispatcherFor(this.#base, {
      ...options,
      connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs),
      // The deadline covers these.
      headersTimeoutMs: 0,
      idleTimeoutMs: 0,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
  }

  /** Sends `body` as JSON to a path below the base address. Redirects are not followed: code goes where the user said. */
  async post(path: string, body: unknown, { signal, beforeSend, timeoutMs }: HttpSending): Promise<HttpReply> {
    const text = JSON.stringify(body, (_, value: unknown) =>
      typeof value === "string" ? withWholeCharacters(value) : value,
    );
    signal.throwIfAborted();
    await beforeSend(text);
    const limits = { signal, timeoutMs: timeoutMs ?? this.#options.timeoutMs };
    return this.#send({ method: "POST", path, body: text }, limits);
  }

  /** Asks for what the server says of itself. Holds no code. */
  get(path: string, signal: AbortSignal): Promise<HttpReply> {
    return this.#send({ method: "GET", path }, { signal, timeoutMs: this.#options.timeoutMs });
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  async #send(
    { path, ...asked }: { readonly method: "GET" | "POST"; readonly path: string; readonly body?: string },
    { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<HttpReply> {
    signal.throwIfAborted();
    const deadline = new Deadline(timeoutMs, signal);
    try {
      const {
        statusCode,
        headers,
        body: reply,
      } = await request(`${this.#options.url}${path}`, {
        ...asked,
        headers: this.#headers(),
        signal: deadline.signal,
        dispatcher: this.#dispatcher,
      });
      // What comes after a cancelled reply concerns nobody, and must not end the process.
      reply.on("error", () => undefined);
      const place = this.place;
      if (statusCode < 200 || statusCode > 299) {
        throw faultOfStatus(statusCode, place, await detailOf(reply, place));
      }
      const contentType = String(headers["content-type"] ?? "");
      if (/\bhtml\b/i.test(contentType)) {
        reply.destroy();
        throw webPage(place);
      }
      return replyOf(reply, { deadline, place });
    } catch (thrown) {
      deadline.clear();
      throw deadline.reasonFor(thrown, this.place) ?? faultOf(thrown, this.place, "connection");
    }
  }

  #headers(): Record<string, string> {
    const { key } = this.#options;
    return {
      accept: "application/json, text/event-stream, application/x-ndjson",
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    };
  }
}

/** Half of a character, which the prompt's edge may leave, is no text: servers may refuse all of the body for it. */
function withWholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** One time limit for all of a request, and the caller's signal. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#controller.abort(this.#caller.reason);
  #isLate = false;

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller;
    caller.addEventListener("abort", this.#abort, { once: true });
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#controller.abort(new Error("late"));
    }, timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#abort);
  }

  /** The caller's own reason, or that time is up; null where neither ended the request. */
  reasonFor(thrown: unknown, place: Place): unknown {
    if (this.#caller.aborted) return this.#caller.reason;
    return this.#isLate && !(thrown instanceof NearfirstError) ? tooLate(place) : null;
  }
}

type Body = Awaited<ReturnType<typeof request>>["body"];

function replyOf(body: Body, { deadline, place }: { readonly deadline: Deadline; readonly place: Place }): HttpReply {
  const cancel = () => {
    deadline.clear();
    body.destroy();
  };
  async function* pieces(): AsyncGenerator<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let bytes = 0;
    try {
      // Whoever stops reading says with `cancel` or `release` what becomes of the connection.
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MAX_REPLY_BYTES) throw tooLong(place, MAX_REPLY_BYTES);
        const text = decoder.decode(chunk, { stream: true });
        if (text !== "") yield text;
      }
      const rest = decoder.decode();
      if (rest !== "") yield rest;
      deadline.clear();
    } catch (thrown) {
      cancel();
      throw deadline.reasonFor(thrown, place) ?? faultOf(thrown, place, "reply");
    }
  }
  return {
    pieces,
    async json() {
      let text = "";
      for await (const piece of pieces()) text += piece;
      return parsedJson(text, place);
    },
    cancel,
    release() {
      deadline.clear();
      const signal = AbortSignal.timeout(REST_MS);
      void body.dump({ limit: MAX_REPLY_BYTES, signal }).catch(() => body.destroy());
    },
  };
}

/** The beginning of an error's body, for `cause` alone: servers quote what they were sent. */
async function detailOf(body: Body, { withoutKey }: Place): Promise<string> {
  let text = "";
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += chunk.toString("utf8");
      // Enough that no key is cut where it ends.
      if (text.length > 2 * MAX_DETAIL_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  body.destroy();
  return withoutKey(text).slice(0, MAX_DETAIL_BYTES);
}
