import { estimatedTokens } from "../prompt/estimated-tokens.js";

/** The first lines of a text, as many as `tokens` hold; of the first one, where they do not hold it, its beginning. */
export function firstLinesWithin(text: string, tokens: number): string {
  if (tokens === Number.POSITIVE_INFINITY) return text;
  const lines = linesOf(text);
  const length = lengthWithin(lines, tokens);
  if (length > 0) return text.slice(0, length);
  return halvedUntilWithin(lines[0] ?? "", tokens, (line) => line.slice(0, line.length >> 1));
}

/** The last lines of a text, as many as `tokens` hold; of the last one, where they do not hold it, its end. */
export function lastLinesWithin(text: string, tokens: number): string {
  if (tokens === Number.POSITIVE_INFINITY) return text;
  const lines = linesOf(text).reverse();
  const length = lengthWithin(lines, tokens);
  if (length > 0) return text.slice(text.length - length);
  return halvedUntilWithin(lines[0] ?? "", tokens, (line) => line.slice((line.length >> 1) + 1));
}

/** Each with its line break; of what ends with one, no empty line after it. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function lengthWithin(lines: readonly string[], tokens: number): number {
  let [length, left] = [0, tokens];
  for (const line of lines) {
    left -= estimatedTokens(line);
    if (left < 0) break;
    length += line.length;
  }
  return length;
}

function halvedUntilWithin(line: string, tokens: number, half: (line: string) => string): string {
  return line === "" || estimatedTokens(line) <= tokens ? line : halvedUntilWithin(half(line), tokens, half);
}
