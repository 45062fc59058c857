import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { combinedScores } from "./iterative-retrieval.js";
import { SnippetIndex } from "./snippet-index.js";

const scored = (scores: Record<number, number>) =>
  Object.entries(scores).map(([snippet, score]) => ({ snippet: Number(snippet), score }));
const asRecord = (found: ReturnType<typeof combinedScores>) =>
  Object.fromEntries(found.map(({ snippet, score }) => [snippet, score]));

describe("MCCom Eq. 1", () => {
  it("adds the shares of both sums, the answer's weighed by its confidence", () => {
    // C = 3 and 1 of 4; L = 1 and 4 of 5; w = 0.5. Snippet 1: 3/4 + 0; 2: 1/4 + 0.5 · 1/5; 3: 0.5 · 4/5.
    const found = combinedScores(scored({ 1: 3, 2: 1 }), scored({ 2: 1, 3: 4 }), 0.5);
    expect(asRecord(found)).toEqual({ 1: 0.75, 2: expect.closeTo(0.35, 12), 3: expect.closeTo(0.4, 12) });
  });

  it("leaves the query alone where the answer is in no snippet or counts for nothing", () => {
    const query = scored({ 1: 3, 2: 1 });
    expect(asRecord(combinedScores(query, [], 1))).toEqual({ 1: 0.75, 2: 0.25 });
    expect(asRecord(combinedScores(query, scored({ 3: 5 }), 0))).toEqual({ 1: 0.75, 2: 0.25 });
  });

  it("leaves the answer alone where the query is in no snippet, and is nothing where neither is", () => {
    // ΣC = 0 makes the first term 0, not a division by it: 0.5 · 1/4 and 0.5 · 3/4.
    const answer = scored({ 2: 1, 3: 3 });
    expect(asRecord(combinedScores([], answer, 0.5))).toEqual({ 2: 0.125, 3: 0.375 });
    expect(asRecord(combinedScores(scored({ 1: 0 }), answer, 0.5))).toEqual({ 2: 0.125, 3: 0.375 });
    expect(combinedScores([], [], 0.5)).toEqual([]);
    expect(combinedScores(scored({ 1: 0 }), scored({ 1: 0 }), 1)).toEqual([]);
  });

  it("gives scores whose sum is 1 and the weight, whatever the scale of BM25", () => {
    const scores = fc.dictionary(
      fc.integer({ min: 0, max: 30 }).map(String),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(scores, scores, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, weight) => {
        const sum = combinedScores(scored(one), scored(other), weight).reduce((total, { score }) => total + score, 0);
        expect(sum).toBeCloseTo(1 + weight, 9);
      }),
    );
  });
});

describe("a second query", () => {
  const index = new SnippetIndex();
  const files = {
    "users.py": "def load_user(name):\n    return read(name)\n\n\ndef save_user(name):\n    return write(name)\n",
    "orders.py": "def load_order(number):\n    return fetch(number)\n",
  };
  for (const [path, text] of Object.entries(files)) index.replaceFile({ key: path, path, languageId: "python", text });
  const best = (second?: { text: string; weight: number }) => {
    const query = { text: "load name", excludedKey: null, languageId: "python", limit: 3 };
    return index.search(second === undefined ? query : { ...query, second })[0]?.text.split("\n")[0];
  };

  it("brings up what the local answer speaks of, as far as it is sure", () => {
    expect(best()).toBe("def load_user(name):");
    expect(best({ text: "fetch(order)", weight: 0.01 })).toBe("def load_user(name):");
    expect(best({ text: "fetch(order)", weight: 1 })).toBe("def load_order(number):");
  });

  it("that finds nothing changes nothing", () => {
    expect(best({ text: "zebra", weight: 1 })).toBe("def load_user(name):");
  });
});
