import { EXIT } from "./usage-error.js";

/** How long a command may take to end by itself after Ctrl-C, unless it says otherwise. */
const GRACE_MS = 1_000;

/** The same for one that has work to put away, for `interruptSignal`. */
export const WORK_GRACE_MS = 5_000;

/**
 * A signal that aborts at Ctrl-C or a request to terminate. The process then ends in any case: at once at the second
 * Ctrl-C, otherwise after `graceMs`; the engine's process ends with it.
 */
export function interruptSignal({ graceMs = GRACE_MS }: { readonly graceMs?: number } = {}): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    setTimeout(() => process.exit(EXIT.interrupted), graceMs).unref();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return controller.signal;
}

export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}

/** Where an interruption ended a command: says so, with what became of its work, and gives the exit status. Throws the rest on. */
export function endInterrupted(thrown: unknown, signal: AbortSignal, kept: string): number {
  if (!signal.aborted && !isAbort(thrown)) throw thrown;
  process.stderr.write(`Interrupted. ${kept}\n`);
  return EXIT.interrupted;
}
