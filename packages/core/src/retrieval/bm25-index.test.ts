import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bm25Index, type ScoredSnippet } from "./bm25-index.js";

// Vitest and Node disagree on what the default import of this CommonJS package is.
const { default: okapibm25 } = createRequire(import.meta.url)("okapibm25") as typeof import("okapibm25");

const bySmallerNumber = (one: number, other: number) => one - other;

function indexOf(...snippets: string[]): Bm25Index {
  const index = new Bm25Index(bySmallerNumber);
  for (const snippet of snippets) index.add(snippet.split(" "));
  return index;
}

const search = (index: Bm25Index, query: string, limit = 10, excluded: number[] = []) =>
  index.search(query.split(" "), { limit, excluded });

/** Words of one length, none a part of another: the library looks for substrings. */
const word = fc.integer({ min: 10, max: 45 }).map((number) => `w${number}`);
const snippet = fc.array(word, { minLength: 1, maxLength: 30 });

describe("BM25", () => {
  describe("on three snippets, worked by hand", () => {
    // Lengths 3, 2, 4: the mean is 3. k1 = 1.2, b = 0.75, so that a snippet of length l adds 1.2 · (0.25 + 0.75 · l / 3):
    // 1.2, 0.9 and 1.5.
    const index = indexOf("get user name", "get user", "parse file file now");

    it("scores a term of two snippets higher in the shorter one", () => {
      // idf(user) = ln(1 + (3 − 2 + 0.5) / (2 + 0.5)) = ln 1.6 = 0.470004.
      // Snippet 0: 0.470004 · 2.2 / (1 + 1.2) = 0.470004. Snippet 1: 0.470004 · 2.2 / (1 + 0.9) = 0.544215.
      const found = search(index, "user");
      expect(found.map((each) => each.snippet)).toEqual([1, 0]);
      expect(found[0]?.score).toBeCloseTo(0.544215, 6);
      expect(found[1]?.score).toBeCloseTo(0.470004, 6);
    });

    it("counts a term that the snippet repeats, less than twice", () => {
      // idf(file) = ln(1 + 2.5 / 1.5) = ln 2.666667 = 0.9808293; 0.9808293 · 2 · 2.2 / (2 + 1.5) = 1.233042.
      expect(search(index, "file")[0]?.score).toBeCloseTo(1.233042, 6);
    });

    it("adds up the query's terms, a repeated one twice; unknown ones add nothing", () => {
      // Snippet 0: get + user + user + name = 3 · 0.470004 + 0.980829 = 2.390840.
      expect(search(index, "get user user name unknown")[0]).toMatchObject({ snippet: 0 });
      expect(search(index, "get user user name unknown")[0]?.score).toBeCloseTo(2.39084, 5);
    });

    it("leaves excluded snippets out of the statistics too", () => {
      // Snippets 0 and 2 are left, mean length 3.5; idf(user) = ln(1 + 1.5 / 1.5) = ln 2 = 0.693147.
      // 0.693147 · 2.2 / (1 + 1.2 · (0.25 + 0.75 · 3 / 3.5)) = 1.524924 / 2.071429 = 0.736170.
      const found = search(index, "user", 10, [1]);
      expect(found.map((each) => each.snippet)).toEqual([0]);
      expect(found[0]?.score).toBeCloseTo(0.73617, 5);
    });

    it("finds nothing for no terms, for unknown terms, and in an empty index", () => {
      expect(index.search([], { limit: 3, excluded: [] })).toEqual([]);
      expect(search(index, "unknown")).toEqual([]);
      expect(search(new Bm25Index(bySmallerNumber), "user")).toEqual([]);
    });
  });

  it("puts equal scores in the given order", () => {
    const index = new Bm25Index((one, other) => other - one);
    for (let times = 0; times < 5; times++) index.add(["same", "words"]);
    expect(search(index, "same", 3).map((each) => each.snippet)).toEqual([4, 3, 2]);
  });

  it("agrees with the library okapibm25, whose formula is the same", () => {
    fc.assert(
      fc.property(
        fc.array(snippet, { minLength: 1, maxLength: 25 }),
        fc.array(word, { maxLength: 12 }),
        (corpus, query) => {
          const index = new Bm25Index(bySmallerNumber);
          for (const terms of corpus) index.add(terms);
          const expected = okapibm25(
            corpus.map((terms) => terms.join(" ")),
            query,
            { k1: 1.2, b: 0.75 },
          ) as number[];
          const scores = expected.map(() => 0);
          for (const { snippet, score } of index.scoreAll(query, [])) scores[snippet] = score;
          for (const [at, score] of scores.entries())
            expect(Math.abs(score - (expected[at] as number))).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("finds the very best that scoring everything finds, whatever it skips", () => {
    // As in code, few words are everywhere and most are rare: only then are there postings worth skipping.
    const snippets = fc.integer().map((seed) => skewedSnippets({ seed, count: 1_500 }));
    const shape = fc.record({
      at: fc.nat({ max: 1_499 }),
      length: fc.nat({ max: 30 }),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(snippets, fc.array(shape, { minLength: 10, maxLength: 10 }), (corpus, queries) => {
        const index = new Bm25Index(bySmallerNumber);
        for (const terms of corpus) index.add(terms);
        for (const { at, length, limit } of queries) {
          const query = [...(corpus[at] as string[]).slice(0, length), "word0", "word1", "word2"];
          const excluded = [at, 3, 17];
          expect(index.search(query, { limit, excluded })).toEqual(bestOf(index.scoreAll(query, excluded), limit));
        }
      }),
      { numRuns: 12 },
    );
  });

  it("gives the same scores after any changes as an index built from scratch", () => {
    const change = fc.record({ file: fc.nat({ max: 30 }), snippets: fc.array(snippet, { maxLength: 40 }) });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 120 }),
        fc.array(word, { minLength: 1, maxLength: 10 }),
        (changes, query) => {
          const texts: string[] = [];
          const index = new Bm25Index((one, other) => ((texts[one] as string) < (texts[other] as string) ? -1 : 1));
          const files = new Map<number, { terms: string[][]; numbers: number[] }>();
          for (const { file, snippets } of changes) {
            index.remove(files.get(file)?.numbers ?? []);
            const numbers = snippets.map((terms) => index.add(terms) as number);
            for (const [at, number] of numbers.entries()) texts[number] = (snippets[at] as string[]).join(" ");
            files.set(file, { terms: snippets, numbers });
          }
          const all = [...files.values()].flatMap((file) => file.terms.map((terms) => terms.join(" ")));
          const fresh = indexOf(...all);
          const named = (found: ScoredSnippet[], names: string[]) =>
            found.map(({ snippet, score }) => `${score} ${names[snippet]}`).sort();
          expect(index.snippetCount).toBe(all.length);
          expect(named(index.scoreAll(query, []), texts)).toEqual(named(fresh.scoreAll(query, []), all));
          expect(index.search(query, { limit: 5, excluded: [] }).map((each) => each.score)).toEqual(
            fresh.search(query, { limit: 5, excluded: [] }).map((each) => each.score),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("uses numbers and terms again: replacing a file for ever does not grow the index", () => {
    const index = new Bm25Index(bySmallerNumber);
    let numbers: number[] = [];
    let largest = 0;
    for (let time = 0; time < 3_000; time++) {
      index.remove(numbers);
      numbers = [0, 1, 2].map((at) => index.add(["always", `only${time}`, `at${at}`]) as number);
      largest = Math.max(largest, ...numbers);
    }
    expect(largest).toBeLessThan(1_500);
    expect(index.termCount).toBeLessThan(1_500);
    expect(index.search(["only2999"], { limit: 9, excluded: [] })).toHaveLength(3);
    expect(index.search(["only2998"], { limit: 9, excluded: [] })).toHaveLength(0);
  });

  it("does not count a removal twice", () => {
    const index = indexOf("one two", "two three");
    index.remove([0]);
    index.remove([0]);
    expect(index.snippetCount).toBe(1);
    expect(search(index, "two").map((each) => each.snippet)).toEqual([1]);
  });
});

function bestOf(found: ScoredSnippet[], limit: number): ScoredSnippet[] {
  return [...found].sort((one, other) => other.score - one.score || one.snippet - other.snippet).slice(0, limit);
}

/** Snippets of 5 to 44 words, the word of rank r with a probability of about 1 / r. */
function skewedSnippets({ seed, count }: { readonly seed: number; readonly count: number }): string[][] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 5 + Math.floor(random() * 40) }, () => `word${Math.floor(4_000 ** random()) - 1}`),
  );
}
