/** Retrieval by embeddings: what of a request it changes, and what its rows say. */
import type { RetrievalQuery } from "@nearfirst/core";
import { capabilitiesOf, ScriptedModel } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { letterCounts } from "../../test/letter-counts.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { taskOfHole } from "../benchmarks/hole-in-repository.js";
import { answerTask } from "../rows/answer-task.js";
import type { IndexedRepository } from "../rows/repository-index.js";
import { rowSchema } from "../rows/row.js";
import type { Asked } from "./asking-method.js";
import { askingMethod } from "./asking-methods.js";
import { denseRetrieval, embedderFile, retrievingBy } from "./dense-retrieval.js";

const { signal } = new AbortController();

const TARGET = "total = price(basket)";
const SHOP = `def price_of(basket):\n    ${TARGET}\n    return total\n`;
const FILES = {
  "shop/prices.py": SHOP,
  "shop/near.py": "def price(basket):\n    return sum(basket)\n",
  "shop/far.py": "zzzz = qqqq\n",
};

/** BM25's, of which nothing is shown to the model. */
const bm25Queries: RetrievalQuery[] = [];
const BM25: IndexedRepository = {
  revision: 0,
  search: async (query) => {
    bm25Queries.push(query);
    return [{ path: "bm25.py", startLine: 0, text: "found_by_bm25", score: 1 }];
  },
  openDocument: async () => undefined,
  closeDocument: async () => undefined,
};

function askedIn(root: string) {
  const model = new ScriptedModel([{ after: "", answer: "total = 1" }]);
  const start = SHOP.indexOf(TARGET);
  const task = taskOfHole({
    id: "hole",
    cluster: "shop",
    place: { root, path: "shop/prices.py" },
    languageId: "python",
    text: SHOP,
    start,
    end: start + TARGET.length,
    stopMode: "statement",
  });
  const capabilities = { ...capabilitiesOf(model), repository: BM25 };
  const asked: Asked = { task, setting: "left-and-right", capabilities };
  return { asked, model };
}

const ask = (each: Asked) => answerTask(each.task, each.setting, each.capabilities, signal);

/** The scripted model has a token a character; its first ids are special. */
const promptOf = ({ requests: [request] }: ScriptedModel) =>
  String.fromCodePoint(...[...(request?.prompt ?? [])].map((token) => Math.max(0, token - 16)));

describe("dense-retrieval", () => {
  it("shows the model what is near by its embedding, best next to the code, and the query is BM25's", async () => {
    const embedder = letterCounts();
    const { asked, model } = askedIn(temporaryFolder(FILES));
    const row = await retrievingBy(embedder)(asked, ask, signal);
    expect(rowSchema.parse(row)).toMatchObject({ text: "total = 1", snippets: 2, candidates: { searched: 3, of: 3 } });
    expect(row.candidates?.bm25Ms).toBeGreaterThanOrEqual(0);
    expect(row.ms.retrieve).toBeGreaterThanOrEqual(0);
    // After the repository's three snippets.
    expect(embedder.texts.slice(3)).toEqual(["def price_of(basket):\n    \n\n    return total\n"]);
    const prompt = promptOf(model);
    expect(prompt.indexOf("zzzz")).toBeLessThan(prompt.indexOf("return sum(basket)"));
    expect(prompt).not.toContain(TARGET);
    expect(prompt).not.toContain("found_by_bm25");
    // For its time alone, by the same query.
    expect(bm25Queries.map(({ text }) => text)).toEqual(embedder.texts.slice(3));
  });

  it("embeds a repository once", async () => {
    const embedder = letterCounts();
    const answer = retrievingBy(embedder);
    const root = temporaryFolder(FILES);
    await answer(askedIn(root).asked, ask, signal);
    await answer(askedIn(root).asked, ask, signal);
    // Three snippets and two queries.
    expect(embedder.texts).toHaveLength(3 + 2);
    await answer(askedIn(temporaryFolder(FILES)).asked, ask, signal);
    expect(embedder.texts).toHaveLength(3 + 2 + 3 + 1);
  });

  it("is refused where there is nothing to retrieve from, and where no sentence model is named", async () => {
    const { asked } = askedIn(temporaryFolder(FILES));
    const without = { ...asked, capabilities: { ...asked.capabilities, repository: null } };
    const answer = retrievingBy(letterCounts());
    await expect(answer(without, ask, signal)).rejects.toThrow(/in repositories, with retrieval/);
    const options = { tasks: [], dataSha256: "" };
    expect(() => askingMethod("dense-retrieval", options)).toThrow(/--embedder FILE/);
    expect(() => askingMethod("csdrafting", options)).toThrow(/--drafter MODEL/);
    await expect(embedderFile("/nowhere/none.gguf")).rejects.toThrow(/install-minilm/);
  });

  it("names the sentence model and its limits in the header, so that its rows are not mixed with BM25's", () => {
    const { header } = denseRetrieval({ path: "/models/m.gguf", sha256: "s", refuseChange: () => undefined });
    expect(header).toEqual({
      name: "dense-retrieval",
      options: {
        embedder: "m.gguf",
        embedderSha256: "s",
        snippetTokens: 256,
        queryTokens: 256,
        mostSnippets: 2_000,
        seed: 42,
      },
    });
  });
});
