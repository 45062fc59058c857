/** The suggestion in its place: a few numbered lines of the file, what is new in colour or between ⟦ and ⟧. */
import type { Suggestion } from "@nearfirst/core";
import { type Colors, printable } from "../terminal.js";

const LINES_BEFORE = 5;
const LINES_AFTER = 2;
const LONGEST_LINE = 200;

export interface RenderSuggestionOptions {
  readonly text: string;
  readonly suggestion: Suggestion;
  readonly colors: Colors;
}

/** Lines for standard output. New lines have `+` in place of a number. */
export function renderSuggestion({ text, suggestion, colors }: RenderSuggestionOptions): string[] {
  const before = lastLines(text, suggestion.start, LINES_BEFORE + 1);
  const after = firstLines(text, suggestion.end, LINES_AFTER + 1);
  const firstNumber = countLines(text, suggestion.start) - before.length + 1;
  const inserted = printable(suggestion.text)
    .split("\n")
    .map((line, at) => mark(line, at === 0 ? "" : (/^\s*/.exec(line)?.[0] ?? ""), colors));

  const current = before.pop() ?? "";
  const [rest = "", ...following] = after;
  const cursorNumber = firstNumber + before.length;
  const numbered: [string, string][] = before.map((line, at) => [String(firstNumber + at), shorten(line)]);
  inserted.forEach((line, at) => {
    const head = at === 0 ? shortenStart(current) : "";
    const tail = at === inserted.length - 1 ? shorten(rest) : "";
    numbered.push([at === 0 ? String(cursorNumber) : "+", head + line + tail]);
  });
  const removed = countLines(text, suggestion.end) - countLines(text, suggestion.start);
  following.forEach((line, at) => {
    numbered.push([String(cursorNumber + removed + 1 + at), shorten(line)]);
  });
  const width = Math.max(...numbered.map(([number]) => number.length));
  return numbered.map(([number, line]) => `${colors.dim(`${number.padStart(width)} │`)} ${line}`.trimEnd());
}

/** What is new, after `indentation`: on a line of its own nobody needs to see that its indentation is new as well. */
function mark(line: string, indentation: string, colors: Colors): string {
  const marked = line.slice(indentation.length);
  if (marked === "") return line;
  return indentation + (colors.isColorSupported ? colors.green(marked) : `⟦${marked}⟧`);
}

function lastLines(text: string, end: number, count: number): string[] {
  let start = end;
  for (let left = count; left > 0 && start >= 0; left--) start = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return printable(text.slice(start + 1, end)).split("\n");
}

function firstLines(text: string, start: number, count: number): string[] {
  let end = start - 1;
  for (let left = count; left > 0 && end < text.length; left--) {
    const lineFeed = text.indexOf("\n", end + 1);
    end = lineFeed < 0 ? text.length : lineFeed;
  }
  const lines = printable(text.slice(start, end)).split("\n");
  return end === text.length && lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function shorten(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function shortenStart(line: string): string {
  return line.length > LONGEST_LINE ? `…${line.slice(-LONGEST_LINE)}` : line;
}
