/** How far a long command is, on standard error: a bar on a terminal, a line now and then elsewhere. */
const CELLS = 24;
const REFRESH_EVERY_MS = 250;
const LINE_EVERY_MS = 15_000;

export interface ProgressBarOptions {
  readonly total: number;
  /** How many of them an earlier run has done: they took no time in this one. */
  readonly doneBefore: number;
  /** What is counted, in the plural. */
  readonly things: string;
  readonly stream?: Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean; readonly columns?: number };
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

export class ProgressBar {
  readonly #options: Required<ProgressBarOptions>;
  readonly #startedMs: number;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor({ stream = process.stderr, now = () => performance.now(), ...options }: ProgressBarOptions) {
    this.#options = { ...options, stream, now };
    this.#startedMs = now();
  }

  show(done: number): void {
    const { total, doneBefore, things, stream, now } = this.#options;
    const nowMs = now();
    const isDue = nowMs - this.#shownMs >= (stream.isTTY ? REFRESH_EVERY_MS : LINE_EVERY_MS);
    if (!isDue && done < total) return;
    this.#shownMs = nowMs;
    const leftMs = ((nowMs - this.#startedMs) / Math.max(1, done - doneBefore)) * (total - done);
    const words = `${done} of ${total} ${things}, ${timeOf(leftMs)} left`;
    if (!stream.isTTY) return void stream.write(`${words}\n`);
    const full = Math.round((CELLS * done) / Math.max(1, total));
    const line = `${"█".repeat(full)}${"░".repeat(CELLS - full)} ${words}`;
    // A line that wraps could not be taken away again. Some terminals do not know their width.
    const room = (stream.columns || Number.POSITIVE_INFINITY) - 1;
    stream.write(`\r\x1b[K${line.length <= room ? line : words.slice(0, room)}`);
  }

  /** Takes the bar away; what is printed next begins on a line of its own. */
  end(): void {
    if (this.#options.stream.isTTY) this.#options.stream.write("\r\x1b[K");
  }
}

function timeOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
