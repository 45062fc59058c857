import { describe, expect, it } from "vitest";
import { letterCounts } from "../../test/letter-counts.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { DenseIndex, MOST_TOKENS } from "./dense-index.js";

const { signal } = new AbortController();

const FILES = {
  "a/one.py": "aaaa = aaa\n\nbbbb = bbb\n",
  "a/two.py": "aaaa = aaa\n\nab = ba\n\n(\n\n",
  "notes.md": "aaaa\n",
  "page.js": "aaaa;\n",
  ".gitignore": "built/\n",
  "built/three.py": "aaaa = a\n",
};

async function indexOf(files: Readonly<Record<string, string>>, mostSnippets?: number) {
  const [embedder, root] = [letterCounts(), temporaryFolder(files)];
  const limited = mostSnippets === undefined ? {} : { mostSnippets };
  return { embedder, index: await DenseIndex.of({ root, languageId: "python", embedder, signal, ...limited }) };
}

describe("a repository by its embeddings", () => {
  it("holds what BM25's index holds: the language's files that are not ignored, cut at blank lines, the same text once", async () => {
    const { index, embedder } = await indexOf(FILES);
    expect(embedder.texts.toSorted()).toEqual(["aaaa = aaa", "ab = ba", "bbbb = bbb"]);
    expect([index.searchedCount, index.snippetCount]).toEqual([3, 3]);
  });

  it("finds by the cosine, best first, and never in the file at the cursor", async () => {
    const { index } = await indexOf(FILES);
    const found = (exceptPath: string, limit = 9) => index.search({ text: "aab", limit, exceptPath });
    // Of aab with ab: 3 / (√5 · √2); with a: 2 / √5; with b: 1 / √5.
    expect(await found("other.py")).toEqual([
      { path: "a/two.py", startLine: 2, text: "ab = ba", score: expect.closeTo(3 / Math.sqrt(10), 6) },
      { path: "a/one.py", startLine: 0, text: "aaaa = aaa", score: expect.closeTo(2 / Math.sqrt(5), 6) },
      { path: "a/one.py", startLine: 2, text: "bbbb = bbb", score: expect.closeTo(1 / Math.sqrt(5), 6) },
    ]);
    expect((await found("a/one.py")).map(({ path, text }) => `${path} ${text}`)).toEqual([
      "a/two.py ab = ba",
      "a/two.py aaaa = aaa",
    ]);
    expect(await found("other.py", 1)).toHaveLength(1);
  });

  it("reads the beginning of a long snippet and the end of a long query", async () => {
    const { index, embedder } = await indexOf({ "a.py": `${"a".repeat(MOST_TOKENS)}bbb\n` });
    expect(embedder.texts).toEqual(["a".repeat(MOST_TOKENS)]);
    await index.search({ text: `bbb${"c".repeat(MOST_TOKENS)}`, limit: 1, exceptPath: "" });
    expect(embedder.texts.at(-1)).toBe("c".repeat(MOST_TOKENS));
  });

  it("of more snippets than it takes holds a part, the same each time, and says so", async () => {
    const many = { "a.py": Array.from({ length: 40 }, (_, at) => `x${at} = ${at}\n`).join("\n") };
    const [one, other] = [await indexOf(many, 10), await indexOf(many, 10)];
    expect([one.index.searchedCount, one.index.snippetCount]).toEqual([10, 40]);
    expect(new Set(one.embedder.texts).size).toBe(10);
    expect(other.embedder.texts).toEqual(one.embedder.texts);
  });

  it("is not made to its end once nobody waits for it", async () => {
    const root = temporaryFolder(FILES);
    const stopped = AbortSignal.abort(new Error("stopped"));
    const made = DenseIndex.of({ root, languageId: "python", embedder: letterCounts(), signal: stopped });
    await expect(made).rejects.toThrow("stopped");
  });
});
