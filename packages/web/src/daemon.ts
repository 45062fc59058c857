/** The one way to the daemon: same origin, with the token of this tab. */

export interface Daemon {
  readonly get: <Value>(path: string) => Promise<Value>;
  readonly post: <Value>(path: string, body: unknown, signal?: AbortSignal) => Promise<Value>;
}

/** `status` is 0 where the daemon cannot be reached. */
export class DaemonError extends Error {
  override readonly name = "DaemonError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls reject with a `DaemonError`, or with an `AbortError` once aborted. After one that reached nobody none is sent any more:
 * whoever listens there next may be somebody else, and what is asked holds code.
 */
export function daemonFor(session: string): Daemon {
  const authorization = `Bearer ${session}`;
  let end: DaemonError | null = null;
  const send = async <Value>(path: string, init: RequestInit): Promise<Value> => {
    if (end !== null) throw end;
    try {
      return await ask<Value>(path, init);
    } catch (thrown) {
      if (thrown instanceof DaemonError && thrown.status === 0) end = thrown;
      throw thrown;
    }
  };
  return {
    get: (path) => send(path, { headers: { authorization } }),
    post: (path, body, signal) =>
      send(path, { ...postOf(body), headers: { ...JSON_TYPE, authorization }, signal: signal ?? null }),
  };
}

/** For a key that `nearfirst serve --open` made, the token of this tab. */
export async function sessionFor(key: string): Promise<string> {
  const { session } = await ask<{ readonly session: string }>("/page/session", {
    ...postOf({ key }),
    headers: JSON_TYPE,
  });
  return session;
}

const JSON_TYPE = { "content-type": "application/json" };

function postOf(body: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify(body) };
}

async function ask<Value>(path: string, init: RequestInit): Promise<Value> {
  const reply = await fetch(path, {
    ...init,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  }).catch(unanswered);
  // A daemon that ends in the middle of an answer is as gone as one that gives none.
  const text = await reply.text().catch(unanswered);
  if (!reply.ok) throw new DaemonError(reply.status, messageOf(text) ?? `The daemon answered with ${reply.status}.`);
  return (text === "" ? undefined : JSON.parse(text)) as Value;
}

function unanswered(thrown: unknown): never {
  if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
  throw new DaemonError(0, "The daemon does not answer. It may have ended: `nearfirst serve --open` starts it again.");
}

function messageOf(text: string): string | null {
  try {
    return JSON.parse(text).error.message;
  } catch {
    return null;
  }
}
