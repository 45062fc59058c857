/** Who may ask: by the names in the request's headers, and by the token. */
import type { IncomingHttpHeaders } from "node:http";
import { hasBearerToken } from "../http/bearer-token.js";
import { hostOf, isAddress, isLoopback } from "../http/hosts.js";
import { Refusal } from "../http/refusal.js";
import type { PageSessions } from "./page/page-sessions.js";

export interface GatekeeperOptions {
  readonly token: string;
  /** The address that the daemon listens on. */
  readonly host: string;
  /** Names by which other machines may ask for it. */
  readonly allowedHosts: readonly string[];
  /** Browser tabs that were let in; none where there is no page. */
  readonly pageSessions?: PageSessions;
}

export class Gatekeeper {
  readonly #options: GatekeeperOptions;

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  /**
   * Throws a `Refusal` (403) for what a web page sends: its `Origin` is not this server, or its `Host` is a name that was made
   * to mean this machine. An address in numbers cannot be made to mean another one.
   */
  checkNames({ host, origin }: IncomingHttpHeaders): void {
    const name = hostOf(host);
    const isKnown = isLoopback(this.#options.host)
      ? isLoopback(name)
      : isLoopback(name) || isAddress(name) || this.#options.allowedHosts.includes(name.toLowerCase());
    if (!isKnown)
      throw new Refusal(403, "This server does not answer to that name. `nearfirst serve --allow-host NAME` lets it.");
    if (origin !== undefined && origin !== `http://${host}`)
      throw new Refusal(403, "This server does not answer web pages of others.");
  }

  /** Throws a `Refusal` (401) without the token of the daemon or of a browser tab that was let in. */
  checkPage(headers: IncomingHttpHeaders): void {
    if (this.#options.pageSessions?.has(headers.authorization) !== true) this.checkToken(headers);
  }

  /** Throws a `Refusal` (401) without the token. */
  checkToken({ authorization }: IncomingHttpHeaders): void {
    if (hasBearerToken(authorization, this.#options.token)) return;
    throw new Refusal(401, "The token is missing or wrong. `nearfirst serve --print-token` prints it.", {
      "www-authenticate": "Bearer",
    });
  }
}
