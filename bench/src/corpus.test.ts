import { WorkspaceIndex } from "@nearfirst/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CORPUS_FOLDER, readCorpus } from "./corpus.js";

const index = new WorkspaceIndex({ folders: [CORPUS_FOLDER], watch: "off" });
beforeAll(() => index.ready);
afterAll(() => index.close());

it("has at least 30 files, half of them longer than the context", () => {
  const files = readCorpus();
  expect(files.length).toBeGreaterThanOrEqual(30);
  expect(files.filter((file) => file.kind === "long").length).toBeGreaterThanOrEqual(files.length / 2);
});

it("no snippet of a file answers a question asked in that file", async () => {
  for (const { path, uri, text } of readCorpus()) {
    const query = { uri, text, languageId: "python", limit: 8 };
    const snippets = await index.search(query, new AbortController().signal);
    expect(snippets.length, path).toBeGreaterThan(0);
    expect(snippets.map((snippet) => snippet.path)).not.toContain(path);
  }
});
