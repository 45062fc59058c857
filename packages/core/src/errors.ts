/** What can go wrong while serving a request. Each code has one cause and one remedy, stated in the message. */
export type ErrorCode =
  | "engine-crashed"
  | "engine-timeout"
  | "model-missing"
  | "model-corrupt"
  | "model-without-fim"
  | "model-unknown-family"
  | "context-too-small"
  | "out-of-memory"
  | "config-invalid"
  | "file-unreadable"
  /** No connection to the large model's server: refused, no such name, an untrusted certificate, closed before an answer. */
  | "large-unreachable"
  | "large-timeout"
  /** The server or a proxy wants another key (401, 403, 407). */
  | "large-refused"
  /** Nothing at that address, or no such model (404). */
  | "large-not-found"
  /** The server finds the request itself wrong (400, 413, 422 and other 4xx): the same one would fail again. */
  | "large-rejected"
  /** Too many requests (429). */
  | "large-busy"
  /** The server's own fault (5xx). */
  | "large-failed"
  /** No JSON, a web page, half a reply, invalid UTF-8, missing fields. */
  | "large-malformed"
  /** A reply over the limit, or without an end. */
  | "large-too-long"
  /** Not asked, because it failed too often just now. */
  | "large-paused"
  | "audit-unwritable"
  /** No connection to where a model comes from, or none to its proxy. */
  | "download-unreachable"
  /** A status, a web page, a redirect or an answer that is no model. */
  | "download-refused"
  /** The transfer broke off or stood still; what came is kept. */
  | "download-interrupted"
  /** Another length or hash than it should have. */
  | "download-corrupt"
  | "disk-full"
  | "folder-unwritable"
  /** Another process is fetching the same model. */
  | "model-busy"
  /** Rows of an evaluation or results cannot be written: a full disk, no permission. */
  | "file-unwritable"
  /** Nothing on this machine can contain a program of unknown origin. */
  | "sandbox-unavailable"
  /** A program of the user's that a command needs is not there, or does not do what it is for. */
  | "tool-failed"
  | "internal";

export interface NearfirstErrorOptions {
  readonly code: ErrorCode;
  /** What happened and what to do next, in words; holds no source code and no secret. */
  readonly message: string;
  /** True if the same request may succeed when it is sent again. */
  readonly isRetryable?: boolean;
  readonly cause?: unknown;
}

/** The one error type of the pipeline and its adapters. */
export class NearfirstError extends Error {
  override readonly name = "NearfirstError";
  readonly code: ErrorCode;
  readonly isRetryable: boolean;

  constructor({ code, message, isRetryable = false, cause }: NearfirstErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isRetryable = isRetryable;
  }

  /**
   * Turns anything thrown into a NearfirstError; an unknown cause becomes `internal`. Its own text, which may quote code,
   * stays in `cause`: messages are logged.
   */
  static from(thrown: unknown): NearfirstError {
    if (thrown instanceof NearfirstError) return thrown;
    const detail = thrown instanceof Error ? thrown.name : `something thrown that is no error: ${typeof thrown}`;
    return new NearfirstError({
      code: "internal",
      message: `An unexpected error ended this request (${detail}). Run \`nearfirst doctor\`; if it finds nothing, please report it.`,
      cause: thrown,
    });
  }
}
