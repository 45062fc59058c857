/** How a server is reached: directly or by a proxy, with the organisation's own authority, within limits. */
import { rootCertificates } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { proxyFor } from "./proxy-for.js";

/** A server ends idle connections after about 5 s; we end them first. */
const KEEP_ALIVE_MS = 4_000;

export interface DispatcherOptions {
  /** Certificates in PEM that are trusted beside the usual ones; null for none. */
  readonly ca: string | null;
  /** `environment`: what HTTP_PROXY, HTTPS_PROXY and NO_PROXY say; `none`; or the proxy's address. */
  readonly proxy: string;
  readonly connectTimeoutMs: number;
  /** From the request to the reply's beginning; 0 for no limit. */
  readonly headersTimeoutMs: number;
  /** Between two pieces of a reply; 0 for no limit. */
  readonly idleTimeoutMs: number;
  /** -1 for no limit. */
  readonly maxReplyBytes: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Connections to `server`; whoever asks for them closes them. */
export function dispatcherFor(server: URL, options: DispatcherOptions): Dispatcher {
  const { ca, env = process.env } = options;
  const connect = {
    timeout: options.connectTimeoutMs,
    ...(ca === null ? {} : { ca: [...rootCertificates, ca] }),
  };
  const shared = {
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.idleTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: options.maxReplyBytes,
  };
  const proxy = proxyFor(server, options.proxy, env);
  if (proxy === null) return new Agent({ ...shared, connect });
  // Tunnelling plain HTTP is refused by many proxies.
  return new ProxyAgent({
    ...shared,
    uri: proxy,
    proxyTunnel: server.protocol === "https:",
    requestTls: connect,
    proxyTls: connect,
  });
}
