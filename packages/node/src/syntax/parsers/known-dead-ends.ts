import type { FoundProblem } from "./dead-end.js";
import { sharedBeginning } from "./sound-trees.js";

/** As many as one check may meet, and those of the checks before it. */
const MAX_KNOWN = 12;

interface KnownDeadEnd {
  /** Up to the end of the line with the token that cannot follow: every text that begins so has the same problem. */
  readonly hopeless: string;
  /** Up to that token: every beginning of it may still be mended. */
  readonly hopeful: string;
  readonly problem: FoundProblem;
}

/**
 * Where the last texts had their dead ends. What follows a dead end changes nothing of it, so that a text which begins like one of
 * them need not be parsed: the file above the cursor is often broken at the same place in all texts of a check, and of the next.
 */
export class KnownDeadEnds {
  readonly #known: KnownDeadEnd[] = [];

  keep(text: string, problem: FoundProblem): void {
    if (problem.certainAt === null) return;
    const lineFeed = text.indexOf("\n", problem.certainAt);
    if (lineFeed < 0) return;
    const hopeless = text.slice(0, lineFeed + 1);
    if (this.#known.some((each) => each.hopeless === hopeless)) return;
    this.#known.push({ hopeless, hopeful: text.slice(0, problem.start), problem });
    if (this.#known.length > MAX_KNOWN) this.#known.shift();
  }

  /** The problem of all texts that begin like this one; null where none is known. */
  problemIn(text: string): FoundProblem | null {
    return this.#known.find(({ hopeless }) => text.startsWith(hopeless))?.problem ?? null;
  }

  /** How much of the text is known to be the beginning of some text that parses; in UTF-16 units. */
  hopefulLength(text: string): number {
    return Math.max(0, ...this.#known.map(({ hopeful }) => sharedBeginning(hopeful, text)));
  }
}
