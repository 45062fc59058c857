import { describe, expect, it } from "vitest";
import { findDraft } from "../draft/find-draft.js";
import { findStop, stopStateOf } from "../inference/stop.js";
import type { StopMode } from "../types.js";
import { cursorContextOf } from "./cursor-context.js";

const MODES: readonly StopMode[] = ["line", "statement", "block", "tokens"];

/** The best of some rounds: other processes disturb the rest. */
function bestMs(run: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
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
  ])("costs a few milliseconds: %s", (_, first, second) => {
    const text = first.repeat(1_000_000 / first.length) + String(second).repeat(20_000);
    for (const languageId of ["python", "typescript", "rust"]) {
      const document = { uri: "file:///a", languageId, text };
      for (const offset of [text.length, text.length - 15_000]) {
        const cursor = cursorContextOf(document, offset);
        expect(bestMs(() => cursorContextOf(document, offset))).toBeLessThan(20);
        expect(bestMs(() => findDraft(cursor, []))).toBeLessThan(20);
        const answer = text.slice(-20_500, -19_500);
        for (const mode of MODES) expect(bestMs(() => findStop(answer, stopStateOf(cursor, mode)))).toBeLessThan(20);
      }
    }
  });
});
