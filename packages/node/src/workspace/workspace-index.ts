/** The workspace index as the pipeline sees it: a client of the index worker, which it starts, watches and restarts. */
import type { RetrievalQuery, Retriever, Snippet } from "@nearfirst/core";
import { IndexConnection } from "./index-connection.js";
import type { IndexMemory, IndexStatus, OpenDocument, WorkspaceOptions } from "./index-protocol.js";
import { MAX_FILE_BYTES } from "./read-source-file.js";

export interface WorkspaceIndexOptions extends Partial<Omit<WorkspaceOptions, "folders">> {
  /** Absolute paths of the workspace's folders. */
  readonly folders: readonly string[];
  /** Called with each news from the worker: progress, readiness, trouble. */
  readonly onStatus?: (status: IndexStatus) => void;
  /** Quiet time after which an edited buffer is sent to the index. */
  readonly editDebounceMs?: number;
  /** A search that takes longer gives no snippets: a completion does not wait for them. */
  readonly searchLimitMs?: number;
  /** Pause before a worker that failed is started again; doubled each time. */
  readonly restartDelayMs?: number;
  /** Script of the worker; by default the built one of this package. */
  readonly workerScript?: string;
}

const DEFAULTS = {
  ignore: [],
  maxFiles: 20_000,
  maxCharacters: 128_000_000,
  watchDebounceMs: 100,
  watch: "on",
} as const satisfies Omit<WorkspaceOptions, "folders">;
const EDIT_DEBOUNCE_MS = 300;
const SEARCH_LIMIT_MS = 150;
const RESTART_DELAY_MS = 500;
/** Failures in a row after which the index stays off. */
const MAX_FAILURES = 4;
/** A failure after this long is none in a row. */
const SOUND_AFTER_MS = 60_000;

const STARTING: IndexStatus = {
  state: "starting",
  reason: null,
  files: 0,
  snippets: 0,
  filesDone: 0,
  filesTotal: 0,
  watching: "off",
  notices: [],
};

export class WorkspaceIndex implements Retriever {
  readonly #options: WorkspaceIndexOptions;
  /** The editor's buffers; needed again if the worker is. */
  readonly #documents = new Map<string, OpenDocument>();
  /** Buffers that the worker has not been sent. */
  readonly #unsent = new Set<string>();
  #editTimer: NodeJS.Timeout | null = null;
  #restartTimer: NodeJS.Timeout | null = null;
  #connection: IndexConnection | null = null;
  #status = STARTING;
  #revision = 0;
  #changes = 0;
  #failures = 0;
  #startedAt = 0;
  /** Settles when the worker has seen all that the editor told it. */
  #told: Promise<unknown> = Promise.resolve();
  #settleReady: () => void = () => undefined;
  /** Resolves once all files are indexed, or with the index off for good; `status` tells which. Never rejects. */
  readonly ready: Promise<void>;

  constructor(options: WorkspaceIndexOptions) {
    this.#options = options;
    this.ready = new Promise((resolve) => {
      this.#settleReady = resolve;
    });
    this.#start();
  }

  get revision(): number {
    return this.#revision;
  }

  status(): IndexStatus {
    return this.#status;
  }

  /**
   * Best first. Gives no snippets while the index is not there or answers too late; rejects with the signal's reason
   * once aborted, and for nothing else.
   */
  async search(query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]> {
    signal.throwIfAborted();
    if (this.#connection === null) return [];
    const limitMs = this.#options.searchLimitMs ?? SEARCH_LIMIT_MS;
    return (await this.#connection.call({ type: "search", query }, { signal, limitMs })) ?? [];
  }

  /** Tells the index what an editor shows, at each change: costs next to nothing, the text is sent once typing pauses. */
  setOpenDocument(uri: string, text: string, languageId: string): void {
    this.#documents.set(uri, { uri, languageId, text: text.length > MAX_FILE_BYTES ? null : text });
    this.#unsent.add(uri);
    if (this.#editTimer !== null) this.#editTimer.refresh();
    else
      this.#editTimer = setTimeout(() => this.#sendEdits(), this.#options.editDebounceMs ?? EDIT_DEBOUNCE_MS).unref();
  }

  /** From here on the file on disk counts again. */
  closeDocument(uri: string): void {
    this.#unsent.delete(uri);
    if (!this.#documents.delete(uri) || this.#connection === null) return;
    this.#told = this.#connection.call({ type: "close", uri });
  }

  /** Sends what was edited at once; resolves when the index holds it. */
  async flush(): Promise<void> {
    this.#sendEdits();
    await this.#told;
  }

  /** Looks at files or directories that something else says have changed; resolves when the index is up to date. */
  async refresh(paths: readonly string[]): Promise<void> {
    await this.#connection?.call({ type: "refresh", paths });
  }

  /** What the worker holds after a garbage collection; null while there is no worker. */
  async memory(): Promise<IndexMemory | null> {
    return (await this.#connection?.call({ type: "memory" })) ?? null;
  }

  async close(): Promise<void> {
    for (const timer of [this.#editTimer, this.#restartTimer]) if (timer !== null) clearTimeout(timer);
    const connection = this.#connection;
    this.#connection = null;
    this.#setStatus({ ...STARTING, state: "closed" });
    this.#settleReady();
    await connection?.close();
  }

  #start(): void {
    this.#startedAt = performance.now();
    const { folders, ignore, maxFiles, maxCharacters, watchDebounceMs, watch, workerScript } = {
      ...DEFAULTS,
      ...this.#options,
    };
    try {
      const connection = new IndexConnection({
        workspace: { folders, ignore, maxFiles, maxCharacters, watchDebounceMs, watch },
        workerScript,
        onStatus: (status, changes) => this.#receiveStatus(status, changes),
        onLost: (reason) => this.#lost(reason),
      });
      this.#connection = connection;
      this.#changes = 0;
      for (const uri of this.#documents.keys()) this.#unsent.add(uri);
      this.#sendEdits();
    } catch (thrown) {
      this.#lost(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  #sendEdits(): void {
    if (this.#editTimer !== null) clearTimeout(this.#editTimer);
    this.#editTimer = null;
    const connection = this.#connection;
    if (connection === null) return;
    for (const uri of this.#unsent) {
      const document = this.#documents.get(uri);
      // Editor events take effect in order: the last one settles after the others.
      if (document !== undefined) this.#told = connection.call({ type: "open", document });
    }
    this.#unsent.clear();
  }

  #receiveStatus(status: IndexStatus, changes: number): void {
    if (changes !== this.#changes) this.#revision++;
    this.#changes = changes;
    this.#setStatus(status);
    if (status.state === "ready") this.#settleReady();
  }

  #lost(reason: string): void {
    this.#connection = null;
    if (performance.now() - this.#startedAt > SOUND_AFTER_MS) this.#failures = 0;
    this.#failures++;
    // The snippets are gone.
    this.#revision++;
    const isFinal = this.#failures >= MAX_FAILURES;
    const next = isFinal
      ? "Completions work without snippets from other files until the next start; run `nearfirst doctor`."
      : "It is started again.";
    this.#setStatus({ ...STARTING, state: "degraded", reason: `The workspace index failed (${reason}). ${next}` });
    if (isFinal) {
      this.#settleReady();
      return;
    }
    const delayMs = (this.#options.restartDelayMs ?? RESTART_DELAY_MS) * 2 ** (this.#failures - 1);
    this.#restartTimer = setTimeout(() => this.#start(), delayMs);
  }

  #setStatus(status: IndexStatus): void {
    this.#status = status;
    this.#options.onStatus?.(status);
  }
}
