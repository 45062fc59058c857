/** What can go wrong while a file is fetched, as typed errors. Messages hold addresses without their query. */
import { type ErrorCode, NearfirstError } from "@nearfirst/core";
import { errorCodeOf, isCertificateCode } from "../error-code.js";

/** For what undici or Node's sockets throw. */
export function faultOfConnection(thrown: unknown, place: string, phase: "connection" | "transfer"): NearfirstError {
  if (thrown instanceof NearfirstError) return thrown;
  const code = errorCodeOf(thrown);
  // undici tells a proxy's answer only in words.
  if (code.startsWith("UND_ERR_") && /\b407\b/.test(String(thrown))) return faultOfStatus(407, place);
  if (phase === "transfer")
    return fault(
      "download-interrupted",
      `The transfer from ${place} broke off${code === "UND_ERR_BODY_TIMEOUT" ? ": it stood still" : ""}. What came is kept; the same command goes on from there.`,
      { isRetryable: true, cause: thrown },
    );
  const why = UNREACHABLE[code] ?? (isCertificateCode(code) ? CERTIFICATE : otherWords(code));
  return fault("download-unreachable", `${place} cannot be reached. ${why}.`, {
    isRetryable: code !== "" && !isCertificateCode(code),
    cause: thrown,
  });
}

const NETWORK =
  'Is there a network? In a closed one, set "download.mirror" to the address of a mirror and "download.proxy" to a proxy, or bring the file and give its path';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there. Start the mirror or proxy, or correct its address",
  ENOTFOUND: `No machine has that name. ${NETWORK}`,
  EAI_AGAIN: `Its name could not be looked up. ${NETWORK}`,
  EHOSTUNREACH: `There is no way to that machine. ${NETWORK}`,
  ENETUNREACH: `There is no way to that network. ${NETWORK}`,
  ETIMEDOUT: `It does not answer. ${NETWORK}`,
  UND_ERR_CONNECT_TIMEOUT: `It does not answer. ${NETWORK}`,
  UND_ERR_HEADERS_TIMEOUT: "It took the request and did not answer. Try again later",
  ECONNRESET: "It closed the connection before it answered. Try again",
  UND_ERR_SOCKET: "It closed the connection before it answered. Try again",
  UND_ERR_ABORTED: 'The proxy of "download.proxy" refuses the connection',
};

const CERTIFICATE =
  'Its certificate is not trusted: name the certificate of your organisation\'s authority, in PEM, in "download.ca"';

function otherWords(code: string): string {
  return `The connection failed (${code || "for an unknown reason"})`;
}

export function faultOfStatus(status: number, place: string): NearfirstError {
  const of = (words: string, isRetryable = false) =>
    fault("download-refused", `${place} ${words}`, { isRetryable, cause: new Error(`status ${status}`) });
  if (status === 401 || status === 403)
    return of(
      `wants a login or forbids it (${status}). Fetch the file by other means and give its path, or set "download.mirror".`,
    );
  if (status === 404 || status === 410)
    return of(`is not there (${status}). Check "download.mirror", or take the file from elsewhere and give its path.`);
  if (status === 407) return of('is behind a proxy that wants a name and a password (407): see "download.proxy".');
  if (status === 429) return of("has too many requests (429). Try again later; what came is kept.", true);
  if (status >= 500) return of(`failed (${status}). Try again later; what came is kept.`, true);
  return of(`refuses the request (${status}).`);
}

export function refusedRedirect(place: string, what: string): NearfirstError {
  return fault("download-refused", `${place} answered with ${what}, which is not followed. Check "download.mirror".`, {
    isRetryable: false,
  });
}

export function webPage(place: string): NearfirstError {
  return fault(
    "download-refused",
    `${place} answered with a web page instead of the file. Does a login page stand in between, or is "download.mirror" the address of a page?`,
    { isRetryable: false },
  );
}

export function notTheFile(place: string, expected: string): NearfirstError {
  return fault(
    "download-refused",
    `${place} answered with something that is not ${expected}. Check "download.mirror", or give the path of a file that you fetched by other means.`,
    { isRetryable: false },
  );
}

export function otherLength(place: string, { found, expected }: { found: number; expected: number }): NearfirstError {
  return fault(
    "download-corrupt",
    `${place} has ${found} bytes, and should have ${expected}. It is another file: nothing was installed.`,
    { isRetryable: false },
  );
}

export interface OtherHash {
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** Who says what the hash should be, as the end of a sentence. */
  readonly by: string;
}

export function otherHash({ place, found, expected, by }: OtherHash): NearfirstError {
  return fault(
    "download-corrupt",
    `What came from ${place} has the SHA-256 ${found}, and should have ${expected} ${by}. It was deleted, nothing was installed.`,
    { isRetryable: false },
  );
}

/** For a folder or file that cannot be written: full disk, quota, permissions. */
export function faultOfWriting(thrown: unknown, path: string): NearfirstError {
  if (thrown instanceof NearfirstError) return thrown;
  const code = errorCodeOf(thrown);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return fault(
      "disk-full",
      `There is no more room for ${path} (${code}). Free some; what came is kept, and the same command goes on from there.`,
      { isRetryable: false, cause: thrown },
    );
  return fault(
    "folder-unwritable",
    `${path} cannot be written (${code || "unknown error"}). Check the permissions of its folder, or set XDG_DATA_HOME to another.`,
    { isRetryable: false, cause: thrown },
  );
}

export function noRoom(folder: string, { needed, free }: { needed: number; free: number }): NearfirstError {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  return fault(
    "disk-full",
    `${folder} has ${megabytes(free)} free, and ${megabytes(needed)} are needed. Free some, or set XDG_DATA_HOME to another disk.`,
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
