/** npm passes Ctrl-C on to a process that the terminal has told already. */
const SAME_MS = 500;

export interface Interrupt {
  /** Aborted at Ctrl-C or a request to terminate. */
  readonly signal: AbortSignal;
  /** From here on the process ends at them, as any other. */
  release(): void;
}

/** The run ends after the row that is under way is given up; at once at a second Ctrl-C. What was written is whole. */
export function catchInterrupt(): Interrupt {
  const controller = new AbortController();
  let abortedAt = 0;
  const interrupt = () => {
    if (!controller.signal.aborted) abortedAt = performance.now();
    else if (performance.now() - abortedAt > SAME_MS) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    signal: controller.signal,
    release() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
