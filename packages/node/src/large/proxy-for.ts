/** Which proxy stands between us and a server. */

/** Names of this machine itself, as a URL writes them: also the addresses that servers print when they listen on all of its own. */
const LOOPBACK =
  /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/i;

/**
 * The proxy's address; null for a direct connection. `setting`: an address, `none`, or `environment` for what
 * HTTPS_PROXY, HTTP_PROXY and NO_PROXY say (in either case; lower case wins, as with curl). Nothing on this machine
 * itself is ever asked through a proxy of the environment.
 */
export function proxyFor({ protocol, hostname, port }: URL, setting: string, env: NodeJS.ProcessEnv): string | null {
  if (setting === "none") return null;
  if (setting !== "environment") return setting;
  const named = (name: string) => env[name.toLowerCase()] || env[name] || null;
  const proxy = protocol === "https:" ? named("HTTPS_PROXY") : named("HTTP_PROXY");
  if (proxy === null || LOOPBACK.test(hostname)) return null;
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  const isExcepted = (named("NO_PROXY") ?? "")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, host = "", exceptedPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (exceptedPort !== undefined && exceptedPort !== ownPort) return false;
      return (
        entry === "*" ||
        (host !== "" && (hostname.toLowerCase() === host || hostname.toLowerCase().endsWith(`.${host}`)))
      );
    });
  if (isExcepted) return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}
