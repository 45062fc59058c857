import { describe, expect, it } from "vitest";
import { type IndexedFile, SnippetIndex } from "./snippet-index.js";

const file = (path: string, text: string, languageId = "python"): IndexedFile => ({
  key: `/w/${path}`,
  path,
  languageId,
  text,
});

const found = (
  index: SnippetIndex,
  text: string,
  options: { from?: string; languageId?: string; limit?: number } = {},
) =>
  index
    .search({
      text,
      excludedKey: options.from === undefined ? null : `/w/${options.from}`,
      languageId: options.languageId ?? "python",
      limit: options.limit ?? 8,
    })
    .map(({ path, startLine }) => `${path}:${startLine}`);

describe("the snippet index", () => {
  it("finds the snippet that shares the query's words, with its place, text and score", () => {
    const index = new SnippetIndex();
    index.replaceFile(file("stock.py", "import os\r\n\r\ndef add_stock(item):\r\n    return item\r\n"));
    index.replaceFile(file("user.py", "def rename_user(user):\n    return user\n"));
    const [snippet, ...others] = index.search({ text: "stock", excludedKey: null, languageId: "python", limit: 8 });
    expect(others).toEqual([]);
    expect(snippet).toMatchObject({ path: "stock.py", startLine: 2, text: "def add_stock(item):\n    return item" });
    expect(snippet?.score).toBeGreaterThan(0);
  });

  it("never searches the file at the cursor, and its text changes nothing", () => {
    const index = new SnippetIndex();
    index.replaceFile(file("a.py", "stock = 1"));
    index.replaceFile(file("b.py", "stock = 2\n\nother = 3"));
    expect(found(index, "stock", { from: "a.py" })).toEqual(["b.py:0"]);
    const before = index.search({ text: "stock", excludedKey: "/w/a.py", languageId: "python", limit: 8 });
    index.replaceFile(file("a.py", "stock = 1\n\nstock = 4\n\nentirely = different"));
    expect(index.search({ text: "stock", excludedKey: "/w/a.py", languageId: "python", limit: 8 })).toEqual(before);
  });

  it("searches the languages that belong together, and no others", () => {
    const index = new SnippetIndex();
    index.replaceFile(file("a.ts", "const stock = 1", "typescript"));
    index.replaceFile(file("b.jsx", "const stock = 2", "javascriptreact"));
    index.replaceFile(file("c.py", "stock = 3"));
    index.replaceFile(file("d.h", "int stock;", "c"));
    expect(found(index, "stock", { languageId: "typescriptreact" })).toEqual(["a.ts:0", "b.jsx:0"]);
    expect(found(index, "stock", { languageId: "cpp" })).toEqual(["d.h:0"]);
    expect(found(index, "stock", { languageId: "go" })).toEqual([]);
  });

  it("gives the same text only once, and then further ones", () => {
    const index = new SnippetIndex();
    for (let copy = 0; copy < 20; copy++) index.replaceFile(file(`copy${copy}.py`, "stock = stock + 1"));
    index.replaceFile(file("other.py", "stock = None  # a longer line that scores less"));
    expect(found(index, "stock", { limit: 2 })).toEqual(["copy0.py:0", "other.py:0"]);
  });

  it("puts equal scores in the order of path and line, whatever the order in which files came", () => {
    const paths = ["b.py", "c.py", "a.py"];
    for (const order of [paths, paths.toReversed()]) {
      const index = new SnippetIndex();
      for (const path of order) index.replaceFile(file(path, `stock ${path[0]}1\n\nstock ${path[0]}2`));
      expect(found(index, "stock", { limit: 4 })).toEqual(["a.py:0", "a.py:2", "b.py:0", "b.py:2"]);
    }
  });

  it("replaces and removes files", () => {
    const index = new SnippetIndex();
    index.replaceFile(file("a.py", "stock = 1"));
    index.replaceFile(file("a.py", "price = 1"));
    expect(found(index, "stock")).toEqual([]);
    expect(found(index, "price")).toEqual(["a.py:0"]);
    expect([index.fileCount, index.snippetCount]).toEqual([1, 1]);
    index.removeFile("/w/a.py");
    index.removeFile("/w/never.py");
    expect([index.fileCount, index.snippetCount]).toEqual([0, 0]);
    expect(found(index, "price")).toEqual([]);
  });

  it("moves a file whose language changes", () => {
    const index = new SnippetIndex();
    index.replaceFile(file("tool", "stock = 1", "python"));
    index.replaceFile(file("tool", "stock = 1", "ruby"));
    expect(found(index, "stock", { languageId: "python" })).toEqual([]);
    expect(found(index, "stock", { languageId: "ruby" })).toEqual(["tool:0"]);
  });

  it("finds what is distinct among many copies, in time that does not grow with their square", () => {
    const copies = (count: number) => {
      const index = new SnippetIndex();
      index.replaceFile(file("copies.py", "licence = 1\n\n".repeat(count)));
      index.replaceFile(file("other.py", "# licence of this and all that follows\n"));
      const startedAt = performance.now();
      const places = found(index, "licence");
      return { places, ms: performance.now() - startedAt };
    };
    expect(copies(1_000).places).toEqual(["copies.py:0", "other.py:0"]);
    // A third of a second; it was minutes with all of them sorted in by insertion.
    const many = copies(150_000);
    expect(many.places).toEqual(["copies.py:0"]);
    expect(many.ms).toBeLessThan(10_000);
  });
});
