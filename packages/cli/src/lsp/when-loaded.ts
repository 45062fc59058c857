import type { BackendLoader } from "./backend-loader.js";
import type { LspBackend } from "./lsp-backend.js";

/** How long a request waits for the model to load before it is answered empty, in milliseconds. */
export const LOADING_WAIT_MS = 2_000;

/** The backend once it is loaded; null when that fails, takes too long, or `signal` is aborted before. */
export async function whenLoaded(loader: BackendLoader, signal: AbortSignal): Promise<LspBackend | null> {
  const leave = new AbortController();
  const tooLong = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOADING_WAIT_MS);
    for (const each of [signal, leave.signal])
      each.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
  });
  await Promise.race([loader.settled, tooLong]);
  leave.abort();
  return loader.current;
}
