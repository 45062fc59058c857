import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "../cursor/cursor-context.js";
import { estimatedTokens } from "../prompt/estimated-tokens.js";
import { largePromptOf } from "./large-prompt.js";

const fileOf = () => ({ uri: "file:///a.py", path: "a.py", languageId: "python" });

function promptAt(
  text: string,
  offset: number,
  reach: { before: number; after: number; snippets: number },
  roomTokens = Number.POSITIVE_INFINITY,
) {
  const cursor = cursorContextOf({ uri: "file:///a.py", languageId: "python", text }, offset);
  const snippets = ["one", "a longer one", "two"].map((each) => ({ path: "b.py", startLine: 0, text: each, score: 1 }));
  return largePromptOf({ reach, fileOf }, { cursor, snippets, draft: null, roomTokens });
}

describe("what the large model would be shown", () => {
  it("is whole lines around the cursor, within reach", () => {
    const text = "first = 1\nsecond = 2\nthird = \nfourth = 4\nfifth = 5\n";
    const { prefix, suffix, before, after } = promptAt(text, text.indexOf("\nfourth"), {
      before: 22,
      after: 16,
      snippets: 0,
    });
    expect(prefix).toBe("second = 2\nthird = ");
    expect(suffix).toBe("\nfourth = 4\n");
    expect([before, after]).toEqual(["first = 1\n", "fifth = 5\n"]);
  });

  it("is snippets by rank, as far as they fit whole", () => {
    const { snippets } = promptAt("x = ", 4, { before: 10, after: 10, snippets: 7 });
    expect(snippets.map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("never holds more than its reach, and always the code next to the cursor", () => {
    const lines = fc.array(fc.string({ maxLength: 30 }), { maxLength: 12 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat({ max: 80 }), fc.nat({ max: 80 }), (text, at, before, after) => {
        const offset = text.length === 0 ? 0 : at % (text.length + 1);
        const cursor = cursorContextOf({ uri: "file:///a.py", languageId: "python", text }, offset);
        const prompt = promptAt(text, offset, { before, after, snippets: 0 });
        expect(prompt.prefix.length).toBeLessThanOrEqual(before);
        expect(prompt.suffix.length).toBeLessThanOrEqual(after);
        expect(text.slice(0, cursor.offset).endsWith(prompt.before + prompt.prefix)).toBe(true);
        expect(text.slice(cursor.offset).startsWith(prompt.suffix + prompt.after)).toBe(true);
        expect(prompt.prefix.length).toBeGreaterThanOrEqual(Math.min(before, cursor.offset - cursor.lineStart));
        expect(prompt.suffix.length).toBeGreaterThanOrEqual(Math.min(after, cursor.lineSuffix.length));
      }),
    );
  });

  it("is cut to the server's context: whole lines and snippets, the code next to the cursor last", () => {
    const text = "above = 0\nzero = 0\nfirst = 1\nsecond = 2\nthird = \nfourth = 4\nfifth = 5\n";
    const reach = { before: 1_000, after: 1_000, snippets: 1_000 };
    const at = text.indexOf("\nfourth");
    const { prefix, suffix, before, after, snippets } = promptAt(text, at, reach, 24);
    expect({ prefix, suffix }).toEqual({
      prefix: "zero = 0\nfirst = 1\nsecond = 2\nthird = ",
      suffix: "\nfourth = 4\n",
    });
    expect([before, after]).toEqual(["above = 0\n", "fifth = 5\n"]);
    expect(snippets).toEqual([]);
    expect(promptAt(text, at, reach, 100).snippets.map((each) => each.text)).toEqual(["one"]);
    expect(promptAt(text, at, reach, 1)).toMatchObject({ suffix: "", snippets: [] });
  });

  it("never takes more than the room that there is, whatever the text", () => {
    const lines = fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 12 });
    const reach = { before: 1_000, after: 1_000, snippets: 1_000 };
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat({ max: 200 }), (all, at, room) => {
        const text = all.join("\n");
        const offset = text.length === 0 ? 0 : at % (text.length + 1);
        const { prefix, suffix, snippets, before, after } = promptAt(text, offset, reach, room);
        const shown = [...snippets.flatMap((each) => [each.path, each.text]), suffix, prefix];
        expect(shown.reduce((sum, each) => sum + estimatedTokens(each), 0)).toBeLessThanOrEqual(room);
        const cursor = cursorContextOf({ uri: "file:///a.py", languageId: "python", text }, offset);
        expect(text.slice(0, cursor.offset).endsWith(before + prefix)).toBe(true);
        expect(text.slice(cursor.offset).startsWith(suffix + after)).toBe(true);
      }),
    );
  });
});
