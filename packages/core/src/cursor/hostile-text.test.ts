import { describe, expect, it } from "vitest";
import { findDraft } from "../draft/find-draft.js";
import { findStop, stopStateOf } from "../inference/stop.js";
import type { StopMode } from "../types.js";
import { cursorContextOf } from "./cursor-context.js";

const MODES: readonly StopMode[] = ["line", "statement", "block", "tokens"];

/** Far above what is needed, far below what a scan that grows with the square of the text takes. */
const BOUND_MS = 60;

/** Processor time of the best of some rounds: other processes disturb the rest. */
function bestMs(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe("text made to be slow", () => {
  it.each([
    ["open brackets", "(", 1],
    ["brackets that nothing opens", "([", ")"],
    ["open braces, then wrong closing ones", "{", "]"],
    ["template literals in each other", "`${", "}"],
    ["quotes", "'\"", "`"],
    ["slashes", "/ ", "/"],
    ["backslashes", "\\", "\\\n"],
    ["blanks", " ", "\t"],
    ["decorators", "@a.", "a"],
    ["line breaks", "\n", "\r\n"],
    ["equal signs", "= ", "=a"],
    ["docstring delimiters", '"""', "'''"],
    ["comments", "/*", "*/"],
    ["prose", "A word that is here ", "don't "],
    ["lone surrogates", "\ud800", "\udc00"],
    ["commas in a call", "f(,", ","],
  ])("costs a bounded time: %s", (_, first, second) => {
    const text = first.repeat(1_000_000 / first.length) + String(second).repeat(20_000);
    for (const languageId of ["python", "typescript", "rust"]) {
      const document = { uri: "file:///a", languageId, text };
      for (const offset of [text.length, text.length - 15_000]) {
        const cursor = cursorContextOf(document, offset);
        expect(bestMs(() => cursorContextOf(document, offset))).toBeLessThan(BOUND_MS);
        expect(bestMs(() => findDraft(cursor, []))).toBeLessThan(BOUND_MS);
        const answer = text.slice(-20_500, -19_500);
        for (const mode of MODES)
          expect(bestMs(() => findStop(answer, stopStateOf(cursor, mode)))).toBeLessThan(BOUND_MS);
      }
    }
  });
});
