/** Follows changes in the workspace's folders, in bursts. */
import type { Stats } from "node:fs";
import { watch as chokidarWatch, type FSWatcher } from "chokidar";

export interface WatchOptions {
  readonly roots: readonly string[];
  readonly isIgnored: (path: string, stats?: Stats) => boolean;
  /** False for a file that is known as it is: a new watcher reports every file once. */
  readonly isChange: (path: string, stats: Stats) => boolean;
  /** Paths that were added, changed or removed. */
  readonly onChange: (paths: readonly string[]) => void;
  /** All files that are there when watching begins. */
  readonly onReady: (seen: ReadonlySet<string>) => void;
  /** Watching has ended, for a reason in words. */
  readonly onUnavailable: (reason: string) => void;
  readonly debounceMs: number;
  readonly watch?: typeof chokidarWatch;
}

/** A burst that does not end is reported in parts. */
const LONGEST_BURST_MS = 1_000;

export class FileWatch {
  readonly #options: WatchOptions;
  readonly #watcher: FSWatcher;
  readonly #changed = new Set<string>();
  #seen: Set<string> | null = new Set();
  #timer: NodeJS.Timeout | null = null;
  #burstStartedAt = 0;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    const { roots, isIgnored, watch = chokidarWatch } = options;
    this.#watcher = watch([...roots], { ignored: isIgnored, followSymlinks: false, ignorePermissionErrors: true });
    this.#watcher.on("all", (event, path, stats) => this.#receive(event, path, stats));
    this.#watcher.on("ready", () => {
      const seen = this.#seen ?? new Set<string>();
      this.#seen = null;
      if (!this.#isClosed) options.onReady(seen);
    });
    this.#watcher.on("error", (error) => this.#fail(error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#watcher.close();
  }

  #receive(event: string, path: string, stats: Stats | undefined): void {
    if (this.#isClosed) return;
    if (event === "add") this.#seen?.add(path);
    // Files that are made between the reading of a new directory and the watch on it are not reported: look again.
    if (event === "addDir" && this.#seen !== null) return;
    if (stats !== undefined && (event === "add" || event === "change") && !this.#options.isChange(path, stats)) return;
    this.#changed.add(path);
    const now = performance.now();
    if (this.#timer === null) this.#burstStartedAt = now;
    else if (now - this.#burstStartedAt > LONGEST_BURST_MS) return;
    else clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const paths = [...this.#changed];
      this.#changed.clear();
      this.#options.onChange(paths);
    }, this.#options.debounceMs);
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EMFILE", "ENFILE", "ENOSPC"].includes(code)) return;
    const remedy = code === "ENOSPC" ? "raise fs.inotify.max_user_watches" : "raise the limit of open files";
    void this.close();
    this.#options.onUnavailable(`The system watches no more files (${code}); ${remedy}, or open a smaller folder.`);
  }
}
