/** Holes in source files: places where a completion can be asked for, with what stands there. */
import { LANGUAGES, type LexicalState, lexicalStateAfter, syntaxOf } from "@nearfirst/core";
import { shuffled } from "../chance.js";

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
  /** Whether a line may have a hole, by its number from 0; by default each may. */
  readonly isWanted?: (line: number) => boolean;
}

/** Longer code is data, and shorter says nothing. */
const MOST_CHARACTERS = 200;
const FEWEST_CHARACTERS = 4;

/**
 * Holes on random lines of code, in order: half at the start of their code, half inside it (StmtEval's "suffix", MCCom 4.3).
 * Left out: comments, lines in strings and block comments, lines with a comment behind the code, lines without a letter.
 * None for languages whose surface is not known.
 */
export function holesIn(
  text: string,
  { languageId, most, chance, isWanted = () => true }: HolesOptions,
): readonly Hole[] {
  if (!(languageId in LANGUAGES)) return [];
  const lines = codeLinesOf(text, languageId).filter(({ number }) => isWanted(number));
  const chosen = new Set(shuffled(lines, chance).slice(0, most));
  return lines
    .filter((line) => chosen.has(line))
    .map(({ start, end }): Hole => {
      const isInside = chance() < 0.5;
      return { start: isInside ? start + 1 + Math.floor(chance() * (end - start - 2)) : start, end };
    });
}

function codeLinesOf(text: string, languageId: string): (Hole & { readonly number: number })[] {
  const syntax = syntaxOf(languageId);
  const found: (Hole & { readonly number: number })[] = [];
  let state: LexicalState | undefined;
  let lineStart = 0;
  for (const [number, line] of text.split("\n").entries()) {
    const code = line.trimEnd();
    const start = lineStart + code.length - code.trimStart().length;
    const end = lineStart + code.length;
    const isOutside = state === undefined || (state.quote === null && state.comment !== "block");
    const atCodeEnd = lexicalStateAfter(code, syntax, state);
    const isCode = isOutside && atCodeEnd.quote === null && atCodeEnd.comment === "none";
    const isTelling = end - start >= FEWEST_CHARACTERS && end - start <= MOST_CHARACTERS && /\p{L}/u.test(code);
    if (isCode && isTelling && !beginsWithComment(code.trimStart(), syntax)) found.push({ start, end, number });
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
