/** A sweep over all of the real files: how often a rule takes the true text for a fault. */
import { describe, expect, it } from "vitest";
import { type RealFile, realCutOf, realPythonFiles, realScriptFiles } from "../../test/real-cuts.js";
import { SOME_PROFILE } from "../../test/rule-checks.js";
import { cursorContextOf } from "../cursor/cursor-context.js";
import { languageOfPath } from "../cursor/language-syntax.js";
import { postprocess } from "./postprocess.js";

/** A prime, so that the cuts fall on all columns. */
const STEP = 61;

interface Count {
  readonly cuts: number;
  readonly changed: readonly { readonly path: string; readonly offset: number; readonly rules: readonly string[] }[];
}

function sweep(files: readonly RealFile[]): Count {
  const changed: Count["changed"][number][] = [];
  let cuts = 0;
  for (const file of files) {
    for (let offset = 0; offset < file.text.length; offset += STEP) {
      for (const stopMode of ["line", "statement"] as const) {
        const cut = realCutOf(file, offset, stopMode);
        if (cut === null) continue;
        for (const stopReason of [stopMode, "end-of-middle"] as const) {
          cuts++;
          const result = postprocess(cut.gold, { cursor: cut.cursor, profile: SOME_PROFILE, stopMode, stopReason });
          if (!("text" in result) || result.text !== cut.gold)
            changed.push({ path: file.path, offset, rules: result.rules });
        }
      }
    }
  }
  return { cuts, changed };
}

/** Spans of code inside a line, from the beginning of a word to the end of one. */
function sweepSpans(files: readonly RealFile[]): Count {
  const changed: Count["changed"][number][] = [];
  let cuts = 0;
  for (const { path, text } of files) {
    for (const { 0: gold, index } of text.matchAll(/(?<=[^\n\w][^\n\w]{0,3})\w+\W\w+\W{0,2}(?=\w+)/g)) {
      if (gold.includes("\n") || index % 7 > 0) continue;
      cuts++;
      const document = {
        uri: path,
        languageId: languageOfPath(path),
        text: text.slice(0, index) + text.slice(index + gold.length),
      };
      const cursor = cursorContextOf(document, index);
      const result = postprocess(gold, {
        cursor,
        profile: SOME_PROFILE,
        stopMode: "line",
        stopReason: "end-of-middle",
      });
      if (!("text" in result) || result.text !== gold) changed.push({ path, offset: index, rules: result.rules });
    }
  }
  return { cuts, changed };
}

describe.each([
  ["Python", realPythonFiles(), 5_000],
  ["TypeScript and JavaScript", realScriptFiles(), 15_000],
])("%s", (_, files, least) => {
  it("the true text to the end of the line or statement changes in less than one cut of 10,000", () => {
    const { cuts, changed } = sweep(files);
    expect(cuts).toBeGreaterThan(least);
    // Left: indentation typed in part, one level below a line that looks like one of the same block.
    expect(changed.length, JSON.stringify(changed.slice(0, 10), null, 1)).toBeLessThanOrEqual(cuts / 10_000);
  });

  it("the true text inside a line changes in less than one span of 300", () => {
    const { cuts, changed } = sweepSpans(files);
    expect(cuts).toBeGreaterThan(500);
    // Left: items that begin alike, `24n * 60n * 60n`: the end of the answer looks like what follows it.
    expect(changed.length, JSON.stringify(changed.slice(0, 10), null, 1)).toBeLessThanOrEqual(cuts / 300);
  });
});
