import type { CursorContext } from "../cursor/cursor-context.js";
import { lexicalStateAfter } from "../cursor/lexical-state.js";
import { type PostprocessRule, remaining } from "./rule.js";
import { textAround } from "./text-around.js";

/** How far around the cursor a file shows that it is about special tokens. */
const REACH = { before: 20_000, after: 8_000 };

/** Most special texts that an answer may have as code. */
const MAX_KEPT = 32;

interface Specials {
  readonly texts: readonly string[];
  /** Any of `texts`, longest first. */
  readonly pattern: RegExp;
  readonly longest: number;
}

const compiled = new WeakMap<readonly string[], Specials | null>();

/**
 * Takes special tokens out of the answer: those at its start go (a wrong template), at the first one further on the
 * answer ends, and so it does before one that was cut off at the end.
 *
 * A special text stays where it is code: inside a string or a comment (anywhere, in a language without strings), when
 * the file around the cursor has the same text. `[PREFIX]` may be an index: it stays where the file has the name.
 */
export const leakedTokens: PostprocessRule = {
  name: "leaked-tokens",
  apply: (text, { cursor, profile }) => {
    const specials = specialsOf(profile.specialTexts);
    if (specials === null) return { text };
    let rest = text;
    for (let at = 0, kept = 0; ; ) {
      specials.pattern.lastIndex = at;
      const found = specials.pattern.exec(rest);
      if (found === null) break;
      if (kept < MAX_KEPT && isCode(found[0], rest.slice(0, found.index), cursor)) {
        at = found.index + found[0].length;
        kept++;
      } else if (rest.slice(0, found.index).trim() === "") {
        rest = rest.slice(found.index + found[0].length);
        at = 0;
      } else {
        rest = rest.slice(0, found.index);
        break;
      }
    }
    for (let start = partialStart(rest, specials, cursor); start !== null; start = partialStart(rest, specials, cursor))
      rest = rest.slice(0, start);
    return rest === text ? { text } : remaining(rest, "blank");
  },
};

function specialsOf(specialTexts: readonly string[]): Specials | null {
  const known = compiled.get(specialTexts);
  if (known !== undefined) return known;
  const texts = [...new Set(specialTexts.flatMap((text) => [text.trim(), text.trim().replaceAll("\u2581", " ")]))]
    .filter(isMarker)
    .sort((a, b) => b.length - a.length);
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const specials =
    texts.length === 0
      ? null
      : { texts, pattern: new RegExp(escaped.join("|"), "gu"), longest: (texts[0] as string).length };
  compiled.set(specialTexts, specials);
  return specials;
}

/** Some vocabularies list a line break, spaces or a plain word as special: these are code like any other. */
function isMarker(text: string): boolean {
  return text.length >= 3 && /[\p{L}\p{N}]/u.test(text) && /^[^\p{L}\p{N}\s].*[^\p{L}\p{N}\s]$/u.test(text);
}

function isCode(special: string, before: string, cursor: CursorContext): boolean {
  const around = textAround(cursor, REACH);
  const index = /^\[(\w+)\]$/.exec(special)?.[1];
  if (index !== undefined) return new RegExp(`\\b${index}\\b`).test(around);
  if (!around.includes(special)) return false;
  if (cursor.syntax.quotes.length === 0) return true;
  const { quote, comment } = lexicalStateAfter(before, cursor.syntax, cursor.lexical);
  return quote !== null || comment !== "none";
}

/** Where a special text begins that the end of `text` cuts off: enough of it to be nothing else. */
function partialStart(text: string, specials: Specials, cursor: CursorContext): number | null {
  for (let start = Math.max(0, text.length - specials.longest + 1); start <= text.length - 3; start++) {
    const tail = text.slice(start);
    // `a <s` and `List<fi` are code; `<|f` and `<fim_` are not.
    const least = /^<[|\uFF5C]/.test(tail) ? 3 : 4;
    const special = specials.texts.find(
      (each) => each.startsWith(tail) && tail.length >= Math.max(least, least === 3 ? 3 : each.length / 2),
    );
    if (special !== undefined && !special.startsWith("[") && !isCode(special, text.slice(0, start), cursor))
      return start;
  }
  return null;
}
