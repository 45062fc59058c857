import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "../cursor/cursor-context.js";
import { REACH_AFTER, REACH_BEFORE } from "../place.js";
import { requestAt, ScriptedModel } from "../testing.js";
import { buildLineContext, isLaidOutAlike, type LineContext, tokenBudgetOf } from "./line-context.js";
import { promptOfLine } from "./prompt-of-line.js";

// The scripted model has one token a character, so that windows can be counted by eye.
const model = new ScriptedModel([], { profile: { contextTokens: 512 } });
const maxTokens = 32;
const budget = tokenBudgetOf(model.profile, maxTokens);
const limit = model.profile.contextTokens - maxTokens;

function cursorAt(picture: string) {
  const { document, offset } = requestAt(picture);
  return cursorContextOf(document, offset);
}

async function contextAt(picture: string, previous: LineContext | null = null, snippets: LineContext["snippets"] = []) {
  return buildLineContext(model, { cursor: cursorAt(picture), snippets, budget, previous, isIndexChanged: false });
}

const snippet = (path: string, text: string) => ({ path, startLine: 0, text, score: 1 });

describe("the token budget", () => {
  it("gives a quarter to snippets and a quarter of the rest to the suffix", () => {
    // 512 = 128 snippets + 32 answer + 3 special tokens + 349 for the file, of these 87 for the suffix.
    expect(budget).toEqual({ snippets: 128, suffix: 87, prefix: 262, step: 64, line: 32 });
  });

  it("keeps the suffix short where each keystroke would evaluate it again", () => {
    const { suffix, prefix } = tokenBudgetOf({ ...model.profile, maxSuffixTokens: 60 }, maxTokens);
    expect({ suffix, prefix }).toEqual({ suffix: 60, prefix: 289 });
  });

  it("moves the window in steps of an eighth: 256 tokens of 2,048", () => {
    expect(tokenBudgetOf({ ...model.profile, contextTokens: 2_048 }, 128)).toMatchObject({ step: 256, snippets: 512 });
  });

  it("refuses a context that has no room for the code, in words", () => {
    expect(() => tokenBudgetOf({ ...model.profile, contextTokens: 128 }, 100)).toThrow(
      /leaves no room.*larger context/s,
    );
  });
});

describe("the context of a line", () => {
  it("holds the lines above and below that fit", async () => {
    const context = await contextAt("import os\n\nx = █\ny = 2\n");
    expect(context).toMatchObject({ windowStart: 0, tail: "\ny = 2\n" });
    expect(context.headTokens).toHaveLength("import os\n\n".length);
  });

  it("stays as it is on the next line, so that the KV cache holds", async () => {
    const first = await contextAt("import os\nx = 1█\ny = 2\n");
    const next = await contextAt("import os\nx = 1\nz = █\ny = 2\n", first);
    expect(next).toMatchObject({ windowStart: first.windowStart, tail: first.tail });
    expect(isLaidOutAlike(next, first)).toBe(true);
  });

  it("keeps its snippets while the best new one is among them, and takes new ones otherwise", async () => {
    const first = await contextAt("a█\n", null, [snippet("a.py", "one"), snippet("b.py", "two")]);
    const kept = await contextAt("a\nb█\n", first, [snippet("b.py", "two"), snippet("c.py", "three")]);
    expect(kept.snippets.map((each) => each.text)).toEqual(["one", "two"]);
    const changed = await contextAt("a\nb█\n", first, [snippet("c.py", "three"), snippet("b.py", "two")]);
    expect(changed.snippets.map((each) => each.text)).toEqual(["three", "two"]);
    expect(isLaidOutAlike(changed, first)).toBe(false);
  });

  it("keeps its snippets also where the best new one never fits", async () => {
    const long = snippet("long.py", "x".repeat(budget.snippets));
    const first = await contextAt("a█\n", null, [long, snippet("a.py", "one"), snippet("b.py", "two")]);
    const next = await contextAt("a\nb█\n", first, [long, snippet("b.py", "two"), snippet("c.py", "three")]);
    expect(next.snippets.map((each) => each.text)).toEqual(["one", "two"]);
    expect(isLaidOutAlike(next, first)).toBe(true);
  });

  it.each([
    ["was changed", [snippet("a.py", "one"), snippet("b.py", "changed")], ["one", "changed"]],
    ["is ignored by now", [snippet("a.py", "one"), snippet("c.py", "three")], ["one", "three"]],
  ])("does not keep the text of a file that %s", async (_what, found, expected) => {
    const first = await contextAt("a█\n", null, [snippet("a.py", "one"), snippet("b.py", "two")]);
    const request = { cursor: cursorAt("a\nb█\n"), snippets: found, budget, previous: first };
    const next = await buildLineContext(model, { ...request, isIndexChanged: true });
    expect(next.snippets.map((each) => each.text)).toEqual(expected);
  });

  it("keeps its snippets after a change of the index that none of them is part of", async () => {
    const first = await contextAt("a█\n", null, [snippet("a.py", "one"), snippet("b.py", "two")]);
    const snippets = [snippet("b.py", "two"), snippet("c.py", "new"), snippet("a.py", "one")];
    const request = { cursor: cursorAt("a\nb█\n"), snippets, budget, previous: first };
    const next = await buildLineContext(model, { ...request, isIndexChanged: true });
    expect(next.snippets.map((each) => each.text)).toEqual(["one", "two"]);
  });

  it("sees all that stands below, also after it was asked at the end of the file", async () => {
    const atEnd = await contextAt("x = 1\ny = 2\nz = █\n");
    const above = await contextAt("x = █1\ny = 2\nz = \n", atEnd);
    expect(above.tail).toBe("\ny = 2\nz = \n");
  });

  it("holds no more of a file than identifies a place, however large the model's context is", async () => {
    const profile = { ...model.profile, contextTokens: 200_000 };
    const line = "value = compute(1)\n";
    const cursor = cursorAt(`${line.repeat(5_000)}█\n${line.repeat(5_000)}`);
    const request = { cursor, snippets: [], budget: tokenBudgetOf(profile, 64), previous: null, isIndexChanged: false };
    const context = await buildLineContext(model, request);
    expect(cursor.lineStart - context.windowStart).toBeLessThanOrEqual(REACH_BEFORE);
    expect(cursor.lineStart - context.windowStart).toBeGreaterThan(REACH_BEFORE - 2 * line.length);
    expect(context.tail.length).toBeLessThanOrEqual(REACH_AFTER);
  });

  it("passes over a snippet that is too long and takes the next", async () => {
    const long = snippet("long.py", "x".repeat(budget.snippets));
    const context = await contextAt("a█\n", null, [long, snippet("b.py", "two")]);
    expect(context.snippets.map((each) => each.path)).toEqual(["b.py"]);
  });

  it("moves its window by at least an eighth of the context while a long file is typed, and never lets a keystroke pay", async () => {
    const line = "value = compute(1)\n";
    let previous: LineContext | null = null;
    const starts: number[] = [];
    for (let lines = 0; lines < 80; lines++) {
      previous = await contextAt(`${line.repeat(lines)}█`, previous);
      if (starts.at(-1) !== previous.windowStart) starts.push(previous.windowStart);
    }
    const steps = starts.slice(1).map((start, at) => start - (starts[at] as number));
    expect(steps.length).toBeGreaterThan(5);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(budget.step);
  });

  it("is laid out anew when the text above it has moved", async () => {
    const above = "value = compute(1)\n".repeat(40);
    const first = await contextAt(`${above}x█\n`);
    const next = await contextAt(`# new\n${above}x\ny█\n`, first);
    expect(`# new\n${above}`.slice(0, next.windowStart).endsWith("\n")).toBe(true);
  });
});

describe("the prompt of a line", () => {
  const code = fc.array(fc.constantFrom("x = f(1)\n", "\n", "    y\n", "# é 😀 ü\n", "a", " ", "\t", "'''\n"), {
    maxLength: 300,
  });

  it("always fits, whatever stands around the cursor", async () => {
    await fc.assert(
      fc.asyncProperty(code, code, code, fc.boolean(), async (before, onLine, after, isLongLine) => {
        const typed = onLine.join("").replaceAll("\n", isLongLine ? " " : "\n");
        const cursor = cursorAt(`${before.join("")}${typed}█${after.join("")}`);
        const snippets = [snippet("a", "one")];
        const line = await buildLineContext(model, { cursor, snippets, budget, previous: null, isIndexChanged: false });
        const prompt = await promptOfLine(model, { cursor, line, healedText: "", limit });
        expect(prompt.tokens.length).toBeLessThanOrEqual(limit);
        for (const special of [1, 2, 3]) expect(prompt.tokens.filter((token) => token === special)).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it("of the next keystroke begins with the same tokens", async () => {
    const line = await contextAt("import os\nx = █\ny = 2\n");
    const promptAt = async (picture: string) =>
      (await promptOfLine(model, { cursor: cursorAt(picture), line, healedText: "", limit })).tokens;
    const before = await promptAt("import os\nx = █\ny = 2\n");
    const after = await promptAt("import os\nx = f█\ny = 2\n");
    expect([...after.slice(0, before.length - 1)]).toEqual([...before.slice(0, -1)]);
    expect(after).toHaveLength(before.length + 1);
  });
});
