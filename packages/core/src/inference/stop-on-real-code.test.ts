import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "../cursor/cursor-context.js";
import type { StopMode } from "../types.js";
import { findStop, type Stop, stopStateOf } from "./stop.js";

const CORPUS = join(import.meta.dirname, "../../../../bench/corpus/python");
/** First and last lines, from 1, of all statements and headers of the corpus, by Python's own tokenizer. */
const STATEMENTS: Readonly<Record<string, readonly number[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/python-statements.json"), "utf8"),
);

interface Statement {
  readonly start: number;
  readonly end: number;
}

/** Offsets of all statements of a file; a decorator belongs to the header after it. */
function statementsOf(text: string, pairs: readonly number[]): Statement[] {
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) as number) + line.length + 1);
  const statements: Statement[] = [];
  let decorated: number | null = null;
  for (let at = 0; at < pairs.length; at += 2) {
    const firstLine = pairs[at] as number;
    const start: number = decorated ?? (starts[firstLine - 1] as number);
    const isDecorator = lines[firstLine - 1]?.trimStart().startsWith("@") === true;
    decorated = isDecorator ? start : null;
    if (!isDecorator) statements.push({ start, end: (starts[pairs[at + 1] as number] as number) - 1 });
  }
  return statements;
}

/** Removes the rest of the statement, as the benchmarks do, and feeds the file's own text from there. */
function stopAt(text: string, offset: number, end: number, mode: StopMode): Stop | null {
  const document = { uri: "file:///a.py", languageId: "python", text: text.slice(0, offset) + text.slice(end) };
  return findStop(text.slice(offset, end + 1_000), stopStateOf(cursorContextOf(document, offset), mode));
}

describe("statement mode on real Python", () => {
  it.each([
    ["from its line's start", 0, 1],
    ["from a third of it", 1 / 3, 3],
    ["from its middle", 1 / 2, 3],
    ["from its last character", 1, 3],
  ])("ends where the statement ends, %s", (_, share, step) => {
    let all = 0;
    let right = 0;
    for (const [file, pairs] of Object.entries(STATEMENTS)) {
      const text = readFileSync(join(CORPUS, file), "utf8");
      for (const [at, { start, end }] of statementsOf(text, pairs).entries()) {
        if (at % step !== 0) continue;
        const offset = start + Math.floor((end - start - 1) * share);
        const stop = stopAt(text, offset, end, "statement");
        all++;
        if (stop !== null && offset + stop.end === end) right++;
      }
    }
    console.log(`statement ends at ${share.toFixed(2)}: ${right} of ${all} (${((100 * right) / all).toFixed(2)} %)`);
    expect(all).toBeGreaterThan(1_000);
    expect(right / all).toBeGreaterThan(0.99);
  });
});

describe("repetition on real Python", () => {
  it("is not seen in what people wrote", () => {
    let all = 0;
    let cut = 0;
    for (const [file, pairs] of Object.entries(STATEMENTS)) {
      const text = readFileSync(join(CORPUS, file), "utf8");
      for (const { start } of statementsOf(text, pairs)) {
        all++;
        if (stopAt(text, start, start, "tokens") !== null) cut++;
      }
    }
    console.log(`repetition seen: ${cut} of ${all}`);
    expect(cut / all).toBeLessThan(0.005);
  });
});
