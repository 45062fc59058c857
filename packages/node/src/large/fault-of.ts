/** What can go wrong between us and the large model's server, as typed errors. No message quotes a reply, a prompt or a key. */
import { type ErrorCode, NearfirstError } from "@nearfirst/core";
import { errorCodeOf, isCertificateCode } from "../error-code.js";

export interface Place {
  /** Host and port. */
  readonly host: string;
  readonly timeoutMs: number;
  /** What a server says, without the key that it was sent. */
  readonly withoutKey: (text: string) => string;
}

/** The cause of a fault that the server told in words of its own, which may quote what it was sent. */
export class ServersWords extends Error {}

/** Whether the reply had begun when it happened. */
type Phase = "connection" | "reply";

/** For what undici, Node's sockets or the decoder throw. */
export function faultOf(thrown: unknown, place: Place, phase: Phase): NearfirstError {
  if (thrown instanceof NearfirstError) return thrown;
  const code = errorCodeOf(thrown);
  const { host } = place;
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return tooLong(place, null);
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return malformed(place, "a text that is not UTF-8", thrown);
  const isNoHttp = thrown instanceof Error && thrown.name === "HTTPParserError";
  if (isNoHttp || code === "UND_ERR_HEADERS_OVERFLOW") return malformed(place, "something that is no HTTP", thrown);
  // undici tells a proxy's answer only in words.
  if (code.startsWith("UND_ERR_") && /\b407\b/.test(String(thrown))) return faultOfStatus(407, place, "");
  if (phase === "reply") return malformed(place, "half a reply: the connection broke off", thrown);
  const why = UNREACHABLE[code] ?? (isCertificateCode(code) ? CERTIFICATE : otherWords(code));
  return fault("large-unreachable", `The large model's server ${host} cannot be reached. ${why}.`, {
    isRetryable: code !== "" && !isCertificateCode(code),
    cause: thrown,
  });
}

const NO_TLS = 'It does not speak TLS as we do: should "large.url" begin with http://';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start the server, or correct "large.url"',
  ENOTFOUND: 'No machine has that name: correct "large.url", or connect to its network',
  EAI_AGAIN: "Its name could not be looked up: is there a network",
  EHOSTUNREACH: "There is no way to that machine: connect to its network",
  ENETUNREACH: "There is no way to that network: connect to it",
  ETIMEDOUT: "The machine does not answer: connect to its network, or look at its firewall",
  UND_ERR_CONNECT_TIMEOUT: "The machine does not answer: connect to its network, or look at its firewall",
  ECONNRESET: "It closed the connection before it answered",
  EPIPE: "It closed the connection before it answered",
  UND_ERR_SOCKET: "It closed the connection before it answered",
  EPROTO: NO_TLS,
  UND_ERR_ABORTED: 'The proxy of "large.proxy" refuses the connection',
};

const CERTIFICATE =
  'Its certificate is not trusted: name the certificate of your organisation\'s authority, in PEM, in "large.ca", and check the host in "large.url"';

function otherWords(code: string): string {
  return code.startsWith("ERR_SSL_") ? NO_TLS : `The connection failed (${code || "for an unknown reason"})`;
}

/** `detail`: the beginning of the reply, which may quote code; it stays in the cause. */
export function faultOfStatus(status: number, place: Place, detail: string): NearfirstError {
  const server = `The large model's server ${place.host}`;
  const cause = new ServersWords(detail);
  const of = (code: ErrorCode, words: string, isRetryable: boolean) =>
    fault(code, `${server} ${words}`, { isRetryable, cause });
  if (status === 401 || status === 403)
    return of(
      "large-refused",
      `refuses the key, or wants one (${status}). Set "large.keyEnvironment" or "large.keyFile".`,
      false,
    );
  if (status === 407)
    return of("large-refused", 'is behind a proxy that wants a name and a password (407): see "large.proxy".', false);
  if (status === 404 || status === 405 || status === 410)
    return of(
      "large-not-found",
      `has nothing at this address, or not this model (${status}). Check "large.url", "large.kind" and "large.model".`,
      false,
    );
  if (status === 429) return of("large-busy", "has too many requests (429). Local completions go on.", true);
  if (status >= 300 && status < 400)
    return malformed(place, `a redirect (${status}), which is not followed: put the final address into "large.url"`);
  if (status < 500)
    return of(
      "large-rejected",
      `rejects the request (${status}): it may know no such model, take no such field, or have a smaller context. ` +
        "`nearfirst doctor` shows what it says.",
      false,
    );
  return of("large-failed", `failed (${status}). Its own log says why; local completions go on.`, true);
}

export function tooLate({ host, timeoutMs }: Place): NearfirstError {
  return fault(
    "large-timeout",
    `The large model's server ${host} did not finish within ${timeoutMs} ms. If that is its usual pace, raise "large.timeoutMs".`,
    { isRetryable: true },
  );
}

/** `limitBytes`: null where the connection itself found it. */
export function tooLong({ host }: Place, limitBytes: number | null): NearfirstError {
  const amount =
    limitBytes === null ? "far more than an answer takes" : `more than ${limitBytes / 1e6} MB for one answer`;
  return fault("large-too-long", `The large model's server ${host} sends ${amount}. The rest was not read.`, {
    isRetryable: false,
  });
}

export function malformed({ host }: Place, what: string, cause?: unknown): NearfirstError {
  return fault(
    "large-malformed",
    `The large model's server ${host} answered with ${what}. Is it the kind of server that "large.kind" says?`,
    { isRetryable: false, cause },
  );
}

export function webPage({ host }: Place): NearfirstError {
  return fault(
    "large-malformed",
    `${host} answered with a web page. Is "large.url" the address of the API (it often ends in /v1), and does no login page stand in between?`,
    { isRetryable: false },
  );
}

function fault(
  code: ErrorCode,
  message: string,
  { isRetryable, cause }: { readonly isRetryable: boolean; readonly cause?: unknown },
): NearfirstError {
  return new NearfirstError({ code, message, isRetryable, cause });
}
