/** Which browser tabs were let in: the daemon knows them until it ends, and nobody else does. */
import { createHash, randomBytes } from "node:crypto";

/** Tabs that were let in before as many others have to come in again. */
const MOST_SESSIONS = 16;

export class PageSessions {
  /** Hashes: comparing them tells nothing of the tokens. */
  readonly #hashes = new Set<string>();

  /** The token of a new tab. */
  begin(): string {
    const token = randomBytes(32).toString("base64url");
    this.#hashes.add(hashOf(token));
    const [oldest] = this.#hashes;
    if (this.#hashes.size > MOST_SESSIONS && oldest !== undefined) this.#hashes.delete(oldest);
    return token;
  }

  /** True if the `Authorization` header holds the token of a tab. */
  has(authorization: string | undefined): boolean {
    const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? "")?.[1];
    return token !== undefined && this.#hashes.has(hashOf(token));
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
