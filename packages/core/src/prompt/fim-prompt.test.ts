import { describe, expect, it } from "vitest";
import { ScriptedModel } from "../testing.js";
import { fimPrompt, glueTextsOf, overheadTokensOf } from "./fim-prompt.js";
import type { ModelProfile } from "./model-profile.js";

const profile: ModelProfile = {
  ...new ScriptedModel([]).profile,
  bos: 1,
  layout: [
    { ifSnippets: [{ token: 9 }, { text: "repository\n" }] },
    { eachSnippet: [{ token: 8 }, { slot: "path" }, { text: "\n" }, { slot: "snippet" }] },
    { slot: "file" },
    { token: 2 },
    { slot: "suffix" },
    { token: 3 },
    { text: " " },
    { slot: "prefix" },
  ],
};

const texts = {
  suffix: Int32Array.of(50),
  prefix: [Int32Array.of(60), Int32Array.of(61)],
  glue: [Int32Array.of(70, 71), Int32Array.of(72), Int32Array.of(73)],
};

describe("fimPrompt", () => {
  it("leaves out what needs snippets where there are none, and keeps each text at its place", () => {
    expect([...fimPrompt(profile, { ...texts, snippets: [] })]).toEqual([1, 72, 2, 50, 3, 73, 60, 61]);
    expect([...fimPrompt(profile, { ...texts, snippets: [Int32Array.of(80), Int32Array.of(81)] })]).toEqual([
      1, 9, 70, 71, 8, 80, 8, 81, 72, 2, 50, 3, 73, 60, 61,
    ]);
  });
});

describe("glueTextsOf", () => {
  it("gives the texts in the order of the layout, without those of a snippet", () => {
    expect(glueTextsOf(profile, "file:///home/ada/shop/stock.py")).toEqual(["repository\n", "stock.py", " "]);
  });

  it.each([
    ["file:///a/my%20file.py", "my_file.py"],
    ["untitled:Untitled-1", "untitled:Untitled-1"],
    ["file:///a/größe.py", "gr__e.py"],
    [`file:///a/${"x".repeat(100)}.py`, `${"x".repeat(37)}.py`],
    ["", ""],
  ])("shortens %s to a plain file name", (uri, name) => {
    expect(glueTextsOf(profile, uri)[1]).toBe(name);
  });
});

describe("overheadTokensOf", () => {
  it("counts special tokens, and two characters a token for other text", () => {
    // 1 begin + 9, 2, 3 + "repository\n" (11 characters: 6) + " " (1) + a file name (20).
    expect(overheadTokensOf(profile)).toBe(1 + 3 + 6 + 1 + 20);
    expect(overheadTokensOf({ ...profile, bos: null })).toBe(30);
  });
});
