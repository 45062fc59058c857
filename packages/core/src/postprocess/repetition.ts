import { type PostprocessRule, remaining, wasCutOff } from "./rule.js";
import { isDistinct, placedLines } from "./text-around.js";

/** Longest cycle looked for, in lines. */
const MAX_CYCLE_LINES = 8;
/** How much of the end of the last line is looked at for a cycle, in UTF-16 units. */
const REACH = 400;

/**
 * A model in a loop says the same until it is stopped: cuts to the first time round. Only a loop that goes on to the
 * end of the answer counts: rows of data repeat too, and then end. The stop rule of that name saves the time: it must be
 * sure while more may come, so it waits for a third round. This rule sees the whole answer, and the second is enough.
 */
export const repetition: PostprocessRule = {
  name: "repetition",
  apply: (text, { stopReason }) => {
    const loop = loopOfLines(text);
    if (loop !== null)
      return loop.start === 0 ? { drop: "repetition" } : remaining(text.slice(0, loop.end), "repetition");
    // Within a line only what was cut off: a ruler or a row of zeros may end the line.
    if (!wasCutOff(stopReason)) return { text };
    const end = loopInLine(text);
    return end === null ? { text } : remaining(text.slice(0, end), "repetition");
  },
};

/** Where the first round of a loop of lines begins and ends; the last round may be unfinished. */
function loopOfLines(text: string): { readonly start: number; readonly end: number } | null {
  if (!text.includes("\n")) return null;
  const lines = placedLines(text).filter((line) => line.text.trim() !== "");
  const last = lines.at(-1);
  if (last === undefined) return null;
  for (let cycle = 1; cycle <= MAX_CYCLE_LINES && 2 * cycle <= lines.length; cycle++) {
    let from = lines.length - 1;
    if (!lines[from - cycle]?.text.startsWith(last.text.trimEnd())) continue;
    while (from - cycle - 1 >= 0 && lines[from - 1]?.text === lines[from - cycle - 1]?.text) from--;
    const start = from - cycle;
    const rounds = Math.floor((lines.length - start) / cycle);
    const round = lines.slice(start, start + cycle);
    if (rounds < (cycle === 1 ? 3 : 2) || !round.some((line) => isDistinct(line.text))) continue;
    if (cycle > 1 && rounds < 3 && round.filter((line) => isDistinct(line.text)).length < 2) continue;
    const final = round.at(-1);
    return final === undefined ? null : { start: (round[0] ?? final).start, end: final.start + final.text.length };
  }
  return null;
}

/** Where the first round of a loop at the end of the last line ends; null where there is none. */
function loopInLine(text: string): number | null {
  const tail = text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - REACH));
  const reversed = [...tail].reverse();
  const borders = bordersOf(reversed);
  // The longest run that ends the text, with its shortest period.
  for (let length = reversed.length; length >= 24; length--) {
    const period = length - (borders[length] ?? 0);
    if (period < 3 || period * 4 > length) continue;
    const unit = reversed.slice(0, period).reverse().join("");
    if (!/\p{L}/u.test(unit)) continue;
    const looped = reversed.slice(0, length - period).join("").length;
    const end = text.length - looped;
    // The loop may come round in the middle of a word.
    const wordEnd = /^[\p{L}\p{N}_]*/u.exec(text.slice(end))?.[0].length ?? 0;
    return end + (/[\p{L}\p{N}_]$/u.test(text.slice(0, end)) ? wordEnd : 0);
  }
  return null;
}

/** Knuth, Morris and Pratt's failure function: for each length, the longest proper border of that prefix. */
function bordersOf(characters: readonly string[]): number[] {
  const borders = [0, 0];
  let border = 0;
  for (let at = 1; at < characters.length; at++) {
    while (border > 0 && characters[at] !== characters[border]) border = borders[border] ?? 0;
    if (characters[at] === characters[border]) border++;
    borders.push(border);
  }
  return borders;
}
