/**
 * How this tab gets in: by a key in the address's fragment, which no server sees, exchanged for a token that lives as long as
 * the tab and the daemon. No cookie: those of one address are sent to every port of it, whoever listens there.
 */
import { sessionFor } from "./daemon.js";

const KEPT = "nearfirst-session";

/** The token; null where the tab has none. Rejects with a `DaemonError` for a key that is not good. */
export async function tabSession(): Promise<string | null> {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return sessionStorage.getItem(KEPT);
  // Before anything else: the key stays in no history and no bookmark.
  history.replaceState(null, "", location.pathname);
  const session = await sessionFor(key);
  sessionStorage.setItem(KEPT, session);
  return session;
}

export function forgetSession(): void {
  sessionStorage.removeItem(KEPT);
}
