/** Holes in source files: places where a completion can be asked for, with what stands there. */
import { LANGUAGES, type LexicalState, lexicalStateAfter, syntaxOf } from "@nearfirst/core";

/** In UTF-16 units of the file's text. */
export interface Hole {
  /** The cursor: the start of a line's code, or a place inside it. */
  readonly start: number;
  /** The end of the line's code; what stands between is to be completed. */
  readonly end: number;
}

export interface HolesOptions {
  readonly languageId: string;
  /** Most holes of the file, at most one a line. */
  readonly most: number;
  /** Gives numbers in [0, 1): seeded, so that the same file has the same holes. */
  readonly chance: () => number;
}

/** Longer code is data, and shorter says nothing. */
const MOST_CHARACTERS = 200;
const FEWEST_CHARACTERS = 4;

/**
 * Holes on random lines of code, in order: half at the start of their code, half inside it (StmtEval's "suffix", MCCom 4.3).
 * Left out: comments, lines in strings and block comments, lines with a comment behind the code, lines without a letter.
 * None for languages whose surface is not known.
 */
export function holesIn(text: string, { languageId, most, chance }: HolesOptions): readonly Hole[] {
  if (!(languageId in LANGUAGES)) return [];
  const lines = codeLinesOf(text, languageId);
  const chosen = new Set(shuffled(lines, chance).slice(0, most));
  return lines
    .filter((line) => chosen.has(line))
    .map(({ start, end }) => {
      const isInside = chance() < 0.5;
      return { start: isInside ? start + 1 + Math.floor(chance() * (end - start - 2)) : start, end };
    });
}

function codeLinesOf(text: string, languageId: string): Hole[] {
  const syntax = syntaxOf(languageId);
  const found: Hole[] = [];
  let state: LexicalState | undefined;
  let lineStart = 0;
  for (const line of text.split("\n")) {
    const code = line.trimEnd();
    const start = lineStart + code.length - code.trimStart().length;
    const end = lineStart + code.length;
    const isOutside = state === undefined || (state.quote === null && state.comment !== "block");
    const atCodeEnd = lexicalStateAfter(code, syntax, state);
    const isCode = isOutside && atCodeEnd.quote === null && atCodeEnd.comment === "none";
    const isTelling = end - start >= FEWEST_CHARACTERS && end - start <= MOST_CHARACTERS && /\p{L}/u.test(code);
    if (isCode && isTelling && !beginsWithComment(code.trimStart(), syntax)) found.push({ start, end });
    state = lexicalStateAfter(`${line}\n`, syntax, state);
    lineStart += line.length + 1;
  }
  return found;
}

function beginsWithComment(
  code: string,
  { lineComments, blockComment }: Pick<ReturnType<typeof syntaxOf>, "lineComments" | "blockComment">,
): boolean {
  return [...lineComments, ...(blockComment ?? [])].some((mark) => code.startsWith(mark));
}

/** A new array in random order (Fisher and Yates). */
function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const at = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[at]] = [mixed[at] as Item, mixed[last] as Item];
  }
  return mixed;
}
