import { insertableOffset } from "../cursor/line-bounds.js";
import type { FoundStop } from "./stop-state.js";

/** Longest cycle of lines, and how often in a row it must stand there. */
const MAX_CYCLE_LINES = 4;
const CYCLE_COUNT = 3;
/** Longest cycle within a line, how often and over how many UTF-16 units it must run. */
const MAX_CYCLE_LENGTH = 32;
const CYCLE_LENGTH_COUNT = 5;
const CYCLED_LENGTH = 48;
/** A single character may run longer: rules of dashes, rows of blanks. */
const RUN_LENGTH = 120;
/** How much of an answer's end is looked at: an answer that grows by tokens is seen whole on the way. */
const REACH = 4_000;

/**
 * Where an answer that repeats itself without end must be cut: after the first of three equal cycles of one to four
 * non-blank lines, or after the first round of a cycle within a line. The typed part of the cursor's line counts as part of the first.
 */
export function stopAtRepetition(answer: string, linePrefix: string): FoundStop | null {
  const from = Math.max(0, answer.length - REACH);
  const inLine = cycleWithinLine(answer, from);
  const ofLines = cycleOfLines(answer, linePrefix, from);
  if (inLine === null || ofLines === null) return inLine ?? ofLines;
  return inLine.knownAt <= ofLines.knownAt ? inLine : ofLines;
}

function cycleWithinLine(answer: string, from: number): FoundStop | null {
  // How many characters before `at`, without a break, equal the one a cycle before them.
  const runs = new Int32Array(MAX_CYCLE_LENGTH + 1);
  let lineStart = from;
  for (let at = from; at < answer.length; at++) {
    const character = answer.charCodeAt(at);
    if (character === 10) {
      runs.fill(0);
      lineStart = at + 1;
      continue;
    }
    const longest = Math.min(MAX_CYCLE_LENGTH, at - lineStart);
    for (let cycle = 1; cycle <= longest; cycle++) {
      const run = character === answer.charCodeAt(at - cycle) ? (runs[cycle] as number) + 1 : 0;
      runs[cycle] = run;
      // A row of one character is a cycle of any length.
      if (cycle > 1 && (runs[1] as number) >= run) continue;
      const needed = cycle === 1 ? RUN_LENGTH : Math.max(CYCLED_LENGTH, cycle * CYCLE_LENGTH_COUNT);
      if (run + cycle >= needed)
        return { end: insertableOffset(answer, at + 1 - run), reason: "repetition", knownAt: at + 1 };
    }
  }
  return null;
}

function cycleOfLines(answer: string, linePrefix: string, from: number): FoundStop | null {
  const first = answer.indexOf("\n", from);
  if (first < 0) return null;
  const lines: string[] = [];
  const ends: number[] = [];
  let start = from === 0 ? 0 : first + 1;
  for (let lineFeed = answer.indexOf("\n", start); lineFeed >= 0; lineFeed = answer.indexOf("\n", start)) {
    const line = (start === 0 ? linePrefix : "") + answer.slice(start, lineFeed).trimEnd();
    const end = lineFeed > 0 && answer[lineFeed - 1] === "\r" ? lineFeed - 1 : lineFeed;
    start = lineFeed + 1;
    if (line.trim() === "") continue;
    lines.push(line);
    ends.push(end);
    for (let cycle = 1; cycle <= MAX_CYCLE_LINES; cycle++) {
      const before = lines.length - cycle * CYCLE_COUNT;
      if (before < 0) break;
      const isCycle = lines.slice(before + cycle).every((each, at) => each === lines[before + at]);
      if (isCycle) return { end: ends[before + cycle - 1] as number, reason: "repetition", knownAt: start };
    }
  }
  return null;
}
