/** The newest of the generations that one model was asked for, and the place it was asked for. */
import type { CursorContext } from "./cursor/cursor-context.js";
import { withLineFeeds } from "./cursor/line-bounds.js";
import type { InFlight } from "./in-flight.js";
import { type Place, placeOf, typedSince } from "./place.js";

export interface Running<Answer extends { readonly text: string }> {
  readonly job: InFlight<Answer>;
  /** What was typed since it was asked for, with `\n` line ends. */
  readonly typed: string;
  /** When it was asked for, in milliseconds of the request's clock. */
  readonly startedMs: number;
}

export class RunningAt<Answer extends { readonly text: string }> {
  #newest: (Omit<Running<Answer>, "typed"> & { readonly place: Place; readonly settings: string }) | null = null;

  /** Puts a generation in the place of the one before, which ends. */
  start(job: InFlight<Answer>, cursor: CursorContext, settings: string, startedMs = 0): void {
    const previous = this.#newest;
    this.#newest = { job, place: placeOf(cursor), settings, startedMs };
    previous?.job.abort();
  }

  /** Ends the generation, and forgets it. */
  end(): void {
    this.#newest?.job.abort();
    this.#newest = null;
  }

  /** The generation, if it runs and its answer can still match what was typed since. */
  matching(cursor: CursorContext, settings: string): Running<Answer> | null {
    const running = this.#newest;
    if (running === null || !running.job.isRunning || running.settings !== settings) return null;
    const typed = this.#typedSince(cursor);
    return typed !== null && running.job.canStartWith(typed) ? { ...running, typed } : null;
  }

  /** The same; also once it is answered, if the answer goes on from what was typed. */
  matchingOrAnswered(cursor: CursorContext, settings: string): Running<Answer> | null {
    const { job, settings: own } = this.#newest ?? {};
    if (job?.answer === undefined || job.answer === null || own !== settings) return this.matching(cursor, settings);
    const typed = this.#typedSince(cursor);
    const fits = typed !== null && job.answer.text.startsWith(typed) && job.answer.text !== typed;
    return fits && this.#newest !== null ? { ...this.#newest, typed } : null;
  }

  /** Ends the generation if it runs and its answer cannot match any more; true where it did. */
  endOutdated(cursor: CursorContext, settings: string): boolean {
    const running = this.#newest;
    if (running === null || !running.job.isRunning || this.matching(cursor, settings) !== null) return false;
    running.job.abort();
    return true;
  }

  /** What is known of the answer and still fits after what was typed since, running or not. */
  restSoFar(cursor: CursorContext): string {
    const typed = this.#newest === null ? null : this.#typedSince(cursor, "with what the editor closed");
    if (this.#newest === null || typed === null) return "";
    const { textSoFar } = this.#newest.job;
    return textSoFar.startsWith(typed) ? textSoFar.slice(typed.length) : "";
  }

  #typedSince(
    cursor: CursorContext,
    allow: "nothing else" | "with what the editor closed" = "nothing else",
  ): string | null {
    if (this.#newest === null) return null;
    const typed = typedSince(this.#newest.place, placeOf(cursor));
    if (typed === null || (allow === "nothing else" && typed.autoClosed !== "")) return null;
    return withLineFeeds(typed.text);
  }
}
