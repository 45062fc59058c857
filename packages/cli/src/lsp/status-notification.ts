/** `nearfirst/status`: tells the client whether the models can be used, and why not. It never holds code. */
import type { BackendLoader } from "./backend-loader.js";

export const STATUS_METHOD = "nearfirst/status";

export interface StatusNotification {
  readonly model: "loading" | "ready" | "failed";
  /** As the settings name it; null while they are not read. */
  readonly modelName: string | null;
  /** Whether the model runs in the daemon that all editors share; null until it is loaded. */
  readonly engine: "shared" | "own" | null;
  readonly largeTier: "none" | "ready" | "down";
  /** Server and model, never a key; null for `none`. */
  readonly largeName: string | null;
  /** For `failed` and `down`: what happened and what to do. */
  readonly message: string | null;
}

/** What a large model is asked may end after the request did: it is looked at again this much later, in milliseconds. */
const LOOK_AGAIN_MS = 1_500;

export class StatusReporter {
  readonly #loader: BackendLoader;
  readonly #send: (status: StatusNotification) => void;
  #sent: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** What comes before `initialized` some clients take for an error. */
  #isTelling = false;

  constructor(loader: BackendLoader, send: (status: StatusNotification) => void) {
    this.#loader = loader;
    this.#send = send;
  }

  /** Sends the first status, and from now on each that differs from the one before. */
  start(): void {
    this.#isTelling = true;
    this.look();
  }

  /** Something may have changed. */
  look(): void {
    if (!this.#isTelling) return;
    const status = statusOf(this.#loader);
    const text = JSON.stringify(status);
    if (text !== this.#sent) this.#send(status);
    this.#sent = text;
  }

  /** The same after a request, of which a question to the large model may be left. */
  lookAfterRequest(): void {
    this.look();
    clearTimeout(this.#timer);
    if (this.#isTelling && this.#loader.current?.large() != null)
      this.#timer = setTimeout(() => this.look(), LOOK_AGAIN_MS).unref();
  }

  close(): void {
    this.#isTelling = false;
    clearTimeout(this.#timer);
  }
}

function statusOf({ current, failure }: BackendLoader): StatusNotification {
  const unknown = { modelName: null, engine: null, largeTier: "none", largeName: null } as const;
  if (failure !== null) return { model: "failed", ...unknown, message: failure.message };
  if (current === null) return { model: "loading", ...unknown, message: null };
  const large = current.large();
  return {
    model: "ready",
    modelName: current.modelName,
    engine: current.engine(),
    largeTier: large === null ? "none" : large.isDown ? "down" : "ready",
    largeName: large?.name ?? null,
    message: large?.isDown === true ? large.lastFault : null,
  };
}
