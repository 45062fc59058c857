import type { CancellationToken } from "vscode-languageserver/node";

/** The protocol library's cancellation as the platform's. */
export function abortSignalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
