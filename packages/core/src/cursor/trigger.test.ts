import { describe, expect, it } from "vitest";
import type { ModelProfile } from "../prompt/model-profile.js";
import { requestAt, ScriptedModel } from "../testing.js";
import type { TriggerKind } from "../types.js";
import { MAX_LINE_LENGTH, reasonToSkip } from "./trigger.js";

const profile: ModelProfile = { ...new ScriptedModel([]).profile, languages: ["python"] };

const reasonAt = (picture: string, trigger: TriggerKind = "automatic") =>
  reasonToSkip(requestAt(picture, { trigger }), profile);

describe("the trigger", () => {
  it.each([
    ["at the end of a line", "x = 1\ny = █\n"],
    ["on an empty line", "def f():\n█\n"],
    ["on an indented line", "def f():\n    █\n"],
    ["between brackets that the editor closed", "print(█)\n"],
    ["before brackets at the start of a line", "x = [\n    █]\n"],
    ["in the middle of a line, before no word", "x = f(a█, b)\n"],
    ["after the last character", "x = 1█"],
  ])("lets an automatic request through %s", (_, picture) => {
    expect(reasonAt(picture)).toBeNull();
  });

  it.each([
    ["inside a word", "pri█nt(1)\n", "inside-word"],
    ["inside a word of other letters", "größ█e = 1\n", "inside-word"],
    ["right before a word", "x = █name\n", "inside-word"],
    ["before the accent of a letter", "cafe█\u0301 = 1\n", "inside-word"],
    ["between the parts of an emoji", "x = '👩█\u200d👧'\n", "inside-word"],
    ["before the code of a line, where Tab indents", "█return 1\n", "before-code"],
    ["in the indentation of a line", "def f():\n  █  return 1\n", "before-code"],
    ["in an empty document", "█", "empty-document"],
    ["in a blank document", "\n  \n█\n", "empty-document"],
  ] as const)("skips an automatic request %s, but answers an explicit one", (_, picture, reason) => {
    expect(reasonAt(picture)).toBe(reason);
    expect(reasonAt(picture, "explicit")).toBeNull();
  });

  it.each([
    [
      "a language the model was not trained on",
      requestAt("x = █", { trigger: "explicit", languageId: "cobol" }),
      "unsupported-language",
    ],
    [
      "a line too long to be code",
      requestAt(`${"x".repeat(MAX_LINE_LENGTH)}y█`, { trigger: "explicit" }),
      "line-too-long",
    ],
    [
      "a long line on both sides",
      requestAt(`${"x".repeat(3_000)}█${"y".repeat(3_000)}`, { trigger: "explicit" }),
      "line-too-long",
    ],
    ["a binary file", requestAt("PNG\0\0█", { trigger: "explicit" }), "binary-document"],
    ["an offset after the end", { ...requestAt("x█", { trigger: "explicit" }), offset: 2 }, "cursor-outside-document"],
    [
      "an offset before the start",
      { ...requestAt("x█", { trigger: "explicit" }), offset: -1 },
      "cursor-outside-document",
    ],
    [
      "an offset that is no number",
      { ...requestAt("x█", { trigger: "explicit" }), offset: Number.NaN },
      "cursor-outside-document",
    ],
    ["half an offset", { ...requestAt("x█", { trigger: "explicit" }), offset: 0.5 }, "cursor-outside-document"],
  ] as const)("skips even an explicit request with %s", (_, request, reason) => {
    expect(reasonToSkip(request, profile)).toBe(reason);
  });

  it("lets a line of the greatest length through", () => {
    expect(reasonAt(`${"x".repeat(MAX_LINE_LENGTH)}█\n`)).toBeNull();
  });

  it("takes a bounded time for a line of ten million characters", () => {
    const request = requestAt(`${"x".repeat(10_000_000)}█`, { trigger: "automatic" });
    const times = Array.from({ length: 100 }, () => {
      const startedAt = performance.now();
      expect(reasonToSkip(request, profile)).toBe("line-too-long");
      return performance.now() - startedAt;
    });
    // The best of many rounds: other processes disturb the rest.
    expect(Math.min(...times)).toBeLessThan(2);
  });
});
