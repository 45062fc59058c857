/** Private keys in text form, whole or in part: the lines of one that a snippet's or the prompt's edge cut off count too. */
import type { FoundSecret } from "@nearfirst/core";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Longer than the text of any key. */
const LONGEST_KEY = 20_000;
const SHORTEST_BODY = 16;
/** More lines no key has. */
const MOST_LINES = 300;

/** Comment marks, quotes, concatenation: what stands around a line of a key in code. */
const DECORATION = "[\\s\"'`+#*/|>;,.()\\\\-]{0,24}";
/** A whole line of a key. */
const FULL_LINE = new RegExp(`^${DECORATION}[A-Za-z0-9+/]{52,80}={0,2}(?:\\\\[rn]){0,2}${DECORATION}$`);
/** Its last line, or one with a header such as `Proc-Type`. */
const OTHER_LINE = new RegExp(
  `^${DECORATION}(?:[A-Za-z0-9+/]{1,80}={0,2}|(?:Proc-Type|DEK-Info|Version|Comment): ?[^\\n]{0,80})?(?:\\\\[rn]){0,2}${DECORATION}$`,
);
/** More of one line is data, not a line of a key. */
const LONGEST_LINE = 200;

export function* privateKeys(text: string): Generator<FoundSecret> {
  const closed: { start: number; end: number }[] = [];
  for (const { 0: mark, index: start } of text.matchAll(BEGIN)) {
    if (closed.some((key) => start < key.end)) continue;
    const from = start + mark.length;
    END.lastIndex = from;
    const end = END.exec(text);
    const isClosed = end !== null && end.index - from <= LONGEST_KEY && isKeyBody(text.slice(from, end.index));
    const key = { start, end: isClosed ? end.index + end[0].length : endOfLines(text, from) };
    // Code that only looks for the mark holds no key.
    if (key.end - from < SHORTEST_BODY) continue;
    closed.push(key);
    yield { ...key, rule: "private-key" };
  }
  yield* looseLines(text, closed);
}

/** Whether nothing but a key's lines stands between the marks: both may be in code that reads keys. */
function isKeyBody(body: string): boolean {
  if (/^(?:\\[rn]|[A-Za-z0-9+/=\s])+$/.test(body)) return true;
  return body.split("\n").every((line) => line.length <= LONGEST_LINE && OTHER_LINE.test(line));
}

/** The end of a key without an end mark: after the last line that can be one of its own. */
function endOfLines(text: string, from: number): number {
  // In one string with escaped line breaks.
  const rest = /^(?:\\[rn]|[A-Za-z0-9+/=])*/.exec(text.slice(from, from + LONGEST_KEY))?.[0].length ?? 0;
  let end = from + rest;
  for (const line of linesFrom(text, from)) {
    if (line.start <= from) {
      if (line.end > end && !OTHER_LINE.test(text.slice(from, line.end))) return end;
    } else if (!OTHER_LINE.test(text.slice(line.start, line.end))) break;
    end = Math.max(end, contentEnd(text, line));
    if (line.end - from > LONGEST_KEY) break;
  }
  return end;
}

/** Lines of full length after each other, with a shorter last one; or whatever is before an end mark. */
function* looseLines(text: string, known: readonly TextRange[]): Generator<FoundSecret> {
  const isKnown = (range: TextRange) => known.some((key) => range.start < key.end && key.start < range.end);
  const fresh = (found: TextRange | null): FoundSecret[] =>
    found === null || isKnown(found) ? [] : [{ ...found, rule: "private-key-lines" }];
  let run: Line[] = [];
  /** Lines without a gap that may be a key's, up to this one. */
  let before: Line[] = [];
  for (const line of linesFrom(text, 0)) {
    END.lastIndex = 0;
    const mark = line.end - line.start <= LONGEST_KEY ? END.exec(text.slice(line.start, line.end)) : null;
    const content = line.end - line.start <= LONGEST_LINE ? text.slice(line.start, line.end) : "";
    const isFull = FULL_LINE.test(content) && isKeyText(content);
    const mayBeKey = content.trim() !== "" && OTHER_LINE.test(content);
    if (mark !== null) yield* fresh(rangeBefore(text, line, mark.index, before));
    else if (isFull) run.push(line);
    else {
      if (run.length > 0 && mayBeKey && (run.length > 1 || isKeyText(content))) run.push(line);
      yield* fresh(rangeOf(text, run));
    }
    if (!isFull) run = [];
    if (isFull || (mark === null && mayBeKey)) before.push(line);
    else before = [];
  }
  yield* fresh(rangeOf(text, run));
}

/** What belongs to an end mark on `line` without a begin mark: on its own line, and the lines before. */
function rangeBefore(text: string, line: Line, markAt: number, before: readonly Line[]): TextRange | null {
  const sameLine = text.slice(line.start, line.start + markAt);
  const own = trailingKeyText(sameLine);
  const end = contentEnd(text, line);
  if (own >= SHORTEST_BODY) return { start: line.start + markAt - own, end };
  const [first] = before.slice(-MOST_LINES);
  return first === undefined ? null : { start: firstKeyCharacter(text, first), end };
}

/** How many characters at the end of a text are a key's, with escaped line breaks. */
function trailingKeyText(text: string): number {
  let at = text.length;
  for (;;) {
    if (at >= 2 && /[rn]/.test(text[at - 1] as string) && text[at - 2] === "\\") at -= 2;
    else if (at >= 1 && /[A-Za-z0-9+/=]/.test(text[at - 1] as string)) at--;
    else return text.length - at;
  }
}

/** Letters of both cases and digits: not a ruler of letters, not a number. */
function isKeyText(content: string): boolean {
  return /[a-z]/.test(content) && /[A-Z]/.test(content) && /\d/.test(content);
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

type Line = TextRange;

function rangeOf(text: string, run: readonly Line[]): TextRange | null {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || run.length < 2) return null;
  return { start: firstKeyCharacter(text, first), end: contentEnd(text, last) };
}

/** After a comment mark, quotes and the like. */
function firstKeyCharacter(text: string, { start, end }: Line): number {
  return start + Math.max(0, text.slice(start, end).search(/[A-Za-z0-9+/]{4}/));
}

/** Where the key's own characters end on a line: quotes and what follows them stay. */
function contentEnd(text: string, { start, end }: Line): number {
  END.lastIndex = 0;
  const mark = END.exec(text.slice(start, end));
  if (mark !== null) return start + mark.index + mark[0].length;
  let last = end;
  while (last > start && /[\s"'`+#*|>;,.()\\-]/.test(text[last - 1] as string)) last--;
  return last;
}

function* linesFrom(text: string, from: number): Generator<Line> {
  for (let start = from; start <= text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    yield { start, end };
    start = end + 1;
  }
}
