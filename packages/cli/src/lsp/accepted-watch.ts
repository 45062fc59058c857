/** Looks again, some time later, at what is left of accepted suggestions: what was taken is not always kept. */
import { distance } from "fastest-levenshtein";

/** When it is looked, in seconds after the suggestion was accepted. */
export const LOOK_AFTER_SECONDS = 60;

/** A stretch of a document was replaced: UTF-16 units of the text before, and the length of what came in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

export interface AcceptedSuggestion {
  readonly id: string;
  readonly uri: string;
  /** Where it begins, in UTF-16 units of the document that it was accepted in. */
  readonly start: number;
  readonly text: string;
}

export interface AcceptedWatchOptions {
  /** The document's present text; null for one that is not open any more. */
  readonly textOf: (uri: string) => string | null;
  /** Told once for each, unless its document was closed before. `keptShare` is in [0, 1]. */
  readonly onLook: (id: string, keptShare: number) => void;
}

interface Watched extends AcceptedSuggestion {
  from: number;
  to: number;
  readonly timer: NodeJS.Timeout;
}

export class AcceptedWatch {
  readonly #options: AcceptedWatchOptions;
  readonly #watched = new Set<Watched>();

  constructor(options: AcceptedWatchOptions) {
    this.#options = options;
  }

  accepted(suggestion: AcceptedSuggestion): void {
    const { uri, start, text } = suggestion;
    // Some editors say so before they insert it.
    const isThere = this.#options.textOf(uri)?.startsWith(text, start) === true;
    const timer = setTimeout(() => this.#look(watched), LOOK_AFTER_SECONDS * 1_000).unref();
    const watched: Watched = { ...suggestion, from: start, to: isThere ? start + text.length : start, timer };
    this.#watched.add(watched);
  }

  /** In the order in which they were made. */
  edited(uri: string, edits: readonly Edit[]): void {
    for (const watched of this.#watched) if (watched.uri === uri) for (const edit of edits) move(watched, edit);
  }

  closed(uri: string): void {
    for (const watched of this.#watched) if (watched.uri === uri) this.#forget(watched);
  }

  close(): void {
    for (const watched of this.#watched) this.#forget(watched);
  }

  #look(watched: Watched): void {
    this.#forget(watched);
    const text = this.#options.textOf(watched.uri);
    if (text === null) return;
    const left = shortened(text.slice(watched.from, watched.to), watched.text.length);
    // Of a text that grew, what was added is no loss.
    const lost = distance(watched.text, left) - Math.max(0, left.length - watched.text.length);
    this.#options.onLook(watched.id, 1 - Math.min(1, lost / watched.text.length));
  }

  #forget(watched: Watched): void {
    clearTimeout(watched.timer);
    this.#watched.delete(watched);
  }
}

function move(watched: Watched, { start, end, length }: Edit): void {
  const { from, to } = watched;
  const grown = length - (end - start);
  const isInsertedHere = from === to && start === from && end === from;
  if (end <= from && !isInsertedHere) {
    watched.from += grown;
    watched.to += grown;
  } else if (start < from && end > to) {
    // Written anew as a whole, as by a formatter: most likely it stands where it stood.
    watched.from = Math.min(from, start + length);
    watched.to = Math.min(to, start + length);
  } else if (start < to || isInsertedHere) {
    watched.from = start < from ? start + length : from;
    watched.to = end > to ? start : to + grown;
  }
}

/** Whatever was pasted into it stands between its beginning and its end: the comparison must not take as long as that is. */
function shortened(left: string, length: number): string {
  return left.length <= 2 * length ? left : left.slice(0, length) + left.slice(-length);
}
