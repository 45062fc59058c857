/** Which names in a request's headers mean a server that the sender may know. */
import { isIP } from "node:net";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** True for an address or name that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(withoutBrackets(host));
}

/** True for an address in numbers: no name server can make it mean another machine. */
export function isAddress(host: string): boolean {
  return isIP(withoutBrackets(host)) !== 0;
}

/** The host of a `Host` header, without its port. */
export function hostOf(header: string | undefined): string {
  return (header ?? "").replace(/:\d+$/, "");
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
