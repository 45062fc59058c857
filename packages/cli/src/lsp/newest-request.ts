/**
 * Of an editor's requests only the newest counts, whatever document it is about: there is one cursor, and one generation at a
 * time. An older one is answered at once, and so is one that the editor cancels; what it had started ends a little later, so
 * that a newer request can take it over.
 */

export type Ending<Result> =
  | { readonly kind: "done"; readonly result: Result }
  /** A newer request came. */
  | { readonly kind: "superseded" }
  /** The editor asked for an end. */
  | { readonly kind: "cancelled" }
  /** The document was closed. */
  | { readonly kind: "closed" };

/**
 * How long a cancelled request's work goes on, in milliseconds. VS Code cancels a request when a key is pressed and
 * asks again 50 ms later; the answer in the making often still fits.
 */
export const CANCELLATION_GRACE_MS = 80;

export interface RequestInLine<Result> {
  /** The document that the request is about. */
  readonly key: string;
  /** Aborted when the editor cancels the request. */
  readonly cancelled: AbortSignal;
  /** Milliseconds to wait for a newer request before running; 0 runs within this call. */
  readonly delayMs: number;
  /** Does the work. It must take over running work before its first `await`. */
  readonly run: (signal: AbortSignal) => Promise<Result>;
}

/** One request that was not answered yet, or whose work goes on. */
interface Entry {
  readonly key: string;
  /** Answers it without a result; does nothing if it was answered. */
  readonly answer: (ending: { readonly kind: "superseded" | "cancelled" | "closed" }) => void;
  readonly work: AbortController;
}

export class NewestRequest {
  #newest: Entry | null = null;

  /** Resolves exactly once for each request. Rejects only if `run` does. */
  serve<Result>({ key, cancelled, delayMs, run }: RequestInLine<Result>): Promise<Ending<Result>> {
    return new Promise((resolve, reject) => {
      const work = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        cancelled.removeEventListener("abort", cancel);
        if (this.#newest === entry) this.#newest = null;
      };
      const cancel = () => {
        entry.answer({ kind: "cancelled" });
        // Stays the newest until then, so that the next request ends it.
        timer = setTimeout(() => {
          end();
          work.abort();
        }, CANCELLATION_GRACE_MS);
      };
      const entry: Entry = {
        key,
        work,
        answer: (ending) => {
          clearTimeout(timer);
          cancelled.removeEventListener("abort", cancel);
          resolve(ending);
        },
      };
      const start = () => {
        run(work.signal).then(
          (result) => {
            end();
            resolve({ kind: "done", result });
          },
          (thrown: unknown) => {
            end();
            reject(thrown);
          },
        );
      };

      const older = this.#newest;
      older?.answer({ kind: "superseded" });
      this.#newest = entry;
      cancelled.addEventListener("abort", cancel);
      if (cancelled.aborted) cancel();
      else if (delayMs > 0) timer = setTimeout(start, delayMs);
      else start();
      older?.work.abort();
    });
  }

  /** True while a request for the document waits for its answer, or its work goes on. */
  isServing(key: string): boolean {
    return this.#newest?.key === key;
  }

  /** The document was closed: answers its request and ends the work. */
  close(key: string): void {
    if (this.isServing(key)) this.closeAll();
  }

  closeAll(): void {
    const entry = this.#newest;
    this.#newest = null;
    entry?.answer({ kind: "closed" });
    entry?.work.abort();
  }
}
