/**
 * The way in for model files: GET requests that carry an address and nothing else. No module that holds code uses it
 * (docs/decisions/0018), and a test holds that.
 */
import { type Dispatcher, request } from "undici";
import { dispatcherFor } from "../large/dispatcher-for.js";
import { faultOfConnection, faultOfStatus, refusedRedirect, webPage } from "./download-faults.js";

const CONNECT_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** A transfer that stands still for so long has broken off. */
const IDLE_TIMEOUT_MS = 60_000;
/** A hub sends to its storage, which may send on; more is a circle. */
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface DownloadClientOptions {
  /** Certificates in PEM that are trusted beside the usual ones; null for none. */
  readonly ca: string | null;
  /** `environment`, `none`, or the proxy's address. */
  readonly proxy: string;
  readonly env?: NodeJS.ProcessEnv;
  /** By default 60,000. */
  readonly idleTimeoutMs?: number;
}

export interface DownloadRequest {
  readonly signal: AbortSignal;
  /** First byte that is wanted; 0 for all. */
  readonly from?: number;
  /** The reply's strong ETag of last time: where it has changed, all of the file comes. */
  readonly ifRange?: string | null;
  readonly accept?: string;
}

export interface DownloadReply {
  /** First byte of what comes: that which was asked for, or 0 where the server sends all; NaN where it does not tell. */
  readonly from: number;
  /** Of the whole file; null where the server does not say. */
  readonly totalBytes: number | null;
  /** A strong one; null where there is none. */
  readonly etag: string | null;
  readonly contentType: string;
  /** Where it came from in the end, without a query, which may hold a key. */
  readonly place: string;
  /** Throws a typed fault for a transfer that breaks off. */
  pieces(): AsyncIterable<Buffer>;
  /** Nothing more is needed. */
  cancel(): void;
}

export class DownloadClient {
  readonly #options: DownloadClientOptions;
  /** One an origin: whether a proxy is asked depends on it. */
  readonly #dispatchers = new Map<string, Dispatcher>();

  constructor(options: DownloadClientOptions) {
    this.#options = options;
  }

  /** Follows redirects. Throws a `NearfirstError` for whatever is no answer with the file in it. */
  async get(address: URL, { signal, from = 0, ifRange, accept = "*/*" }: DownloadRequest): Promise<DownloadReply> {
    let url = address;
    for (let redirects = 0; ; redirects++) {
      const { statusCode, headers, body } = await this.#send(url, {
        signal,
        headers: {
          accept,
          "accept-encoding": "identity",
          "user-agent": "nearfirst",
          ...(from === 0 ? {} : { range: `bytes=${from}-` }),
          ...(from === 0 || !ifRange ? {} : { "if-range": ifRange }),
        },
      });
      // What comes after a cancelled reply concerns nobody, and must not end the process.
      body.on("error", () => undefined);
      const place = placeOf(url);
      const header = (name: string) => String(headers[name] ?? "");
      if (REDIRECTS.includes(statusCode)) {
        body.destroy();
        url = redirectedTo(url, header("location"));
        if (redirects >= MOST_REDIRECTS) throw refusedRedirect(place, `more than ${MOST_REDIRECTS} redirects`);
        continue;
      }
      // Nothing comes after what is here: that is the whole file, or too much.
      const isBeyond = statusCode === 416 && from > 0;
      if (statusCode !== 200 && statusCode !== 206 && !isBeyond) {
        body.destroy();
        throw faultOfStatus(statusCode, place);
      }
      const contentType = header("content-type");
      if (/\bhtml\b/i.test(contentType) && !/\bhtml\b/i.test(accept)) {
        body.destroy();
        throw webPage(place);
      }
      const range = statusCode === 206 ? /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header("content-range")) : null;
      const beyond = isBeyond ? /^bytes \*\/(\d+)$/.exec(header("content-range")) : null;
      const wholeBytes = statusCode === 200 ? header("content-length") : (range?.[2] ?? beyond?.[1]);
      return {
        from: statusCode === 200 ? 0 : Number(range?.[1] ?? Number.NaN),
        totalBytes: wholeBytes !== undefined && /^\d+$/.test(wholeBytes) ? Number(wholeBytes) : null,
        etag: /^"[^"]*"$/.test(header("etag")) ? header("etag") : null,
        contentType,
        place,
        async *pieces() {
          try {
            for await (const piece of body as AsyncIterable<Buffer>) yield piece;
          } catch (thrown) {
            signal.throwIfAborted();
            throw faultOfConnection(thrown, place, "transfer");
          }
        },
        cancel: () => body.destroy(),
      };
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#dispatchers.values()].map((each) => each.destroy()));
  }

  async #send(url: URL, options: { readonly signal: AbortSignal; readonly headers: Record<string, string> }) {
    options.signal.throwIfAborted();
    try {
      return await request(url, { ...options, method: "GET", dispatcher: this.#dispatcher(url) });
    } catch (thrown) {
      options.signal.throwIfAborted();
      throw faultOfConnection(thrown, placeOf(url), "connection");
    }
  }

  #dispatcher(url: URL): Dispatcher {
    const known = this.#dispatchers.get(url.origin);
    if (known !== undefined) return known;
    const { idleTimeoutMs = IDLE_TIMEOUT_MS, ...options } = this.#options;
    const made = dispatcherFor(url, {
      ...options,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      idleTimeoutMs,
      maxReplyBytes: -1,
    });
    this.#dispatchers.set(url.origin, made);
    return made;
  }
}

function redirectedTo(from: URL, location: string): URL {
  if (location === "" || !URL.canParse(location, from.href))
    throw refusedRedirect(placeOf(from), "a redirect to nowhere");
  const to = new URL(location, from);
  if (to.protocol !== "https:" && to.protocol !== "http:")
    throw refusedRedirect(placeOf(from), `a redirect to ${to.protocol}`);
  // What came encrypted could be changed on the way from there on.
  if (from.protocol === "https:" && to.protocol === "http:")
    throw refusedRedirect(placeOf(from), "a redirect to an unencrypted address");
  return to;
}

function placeOf(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
