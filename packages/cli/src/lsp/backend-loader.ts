/** Loads the backend while requests already come, loads it again after a failure, and replaces it on demand. */
import { NearfirstError } from "@nearfirst/core";
import type { LspBackend } from "./lsp-backend.js";

/** After a failure the next request loads again, but not before this long. */
export const RETRY_AFTER_MS = 10_000;

export interface BackendLoaderOptions {
  readonly open: () => Promise<LspBackend>;
  readonly onReady: (backend: LspBackend) => void;
  readonly onFailure: (error: NearfirstError) => void;
}

type State =
  | { readonly kind: "loading"; readonly settled: Promise<void> }
  | { readonly kind: "ready"; readonly backend: LspBackend }
  | { readonly kind: "failed"; readonly error: NearfirstError; readonly at: number }
  | { readonly kind: "closed" };

export class BackendLoader {
  readonly #options: BackendLoaderOptions;
  #state: State = { kind: "closed" };

  constructor(options: BackendLoaderOptions) {
    this.#options = options;
  }

  /** The backend, if it is ready. */
  get current(): LspBackend | null {
    return this.#state.kind === "ready" ? this.#state.backend : null;
  }

  /** Resolves when loading has ended, well or not; at once when nothing loads. */
  get settled(): Promise<void> {
    return this.#state.kind === "loading" ? this.#state.settled : Promise.resolve();
  }

  /** Why there is no backend; null while it loads or is ready. */
  get failure(): NearfirstError | null {
    return this.#state.kind === "failed" ? this.#state.error : null;
  }

  /** Loads, after what was loaded has closed: two models at once may not fit into memory. */
  load(): void {
    const settled = this.#load(this.#state);
    this.#state = { kind: "loading", settled };
  }

  /** Loads again where the last try failed and some time has passed. */
  retry(): void {
    if (this.#state.kind === "failed" && performance.now() - this.#state.at >= RETRY_AFTER_MS) this.load();
  }

  /** Does not wait for what is still loading: that closes as soon as it is there. */
  async close(): Promise<void> {
    const last = this.#state;
    this.#state = { kind: "closed" };
    if (last.kind === "ready") await last.backend.close();
  }

  async #load(previous: State): Promise<void> {
    // By now `load` has set the state that this call stands for.
    await null;
    const mine = this.#state;
    try {
      if (previous.kind === "ready") await previous.backend.close();
      if (previous.kind === "loading") await previous.settled;
      if (this.#state !== mine) return;
      const backend = await this.#options.open();
      if (this.#state !== mine) return await backend.close();
      this.#state = { kind: "ready", backend };
      this.#options.onReady(backend);
    } catch (thrown) {
      if (this.#state !== mine) return;
      const error = NearfirstError.from(thrown);
      this.#state = { kind: "failed", error, at: performance.now() };
      this.#options.onFailure(error);
    }
  }
}
