/** Retrieval in evaluation: the product's own index and request path, and nothing of the answer. */
import { capabilitiesOf, ScriptedModel } from "@nearfirst/core/testing";
import { uriOfPath } from "@nearfirst/node";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { taskOfHole } from "../benchmarks/hole-in-repository.js";
import { answerTask } from "./answer-task.js";
import { RepositoryIndex } from "./repository-index.js";
import { SETTINGS } from "./row.js";

const { signal } = new AbortController();

const TARGET = "total = discounted_price(basket, secret_rate)";
const PRICES = `from discounts import discounted_price\n\n\ndef price_of(basket):\n    ${TARGET}\n    return total\n`;
const DISCOUNTS = "def discounted_price(basket, rate):\n    return sum(basket) * rate\n";

async function indexed() {
  const root = temporaryFolder({ "shop/prices.py": PRICES, "shop/discounts.py": DISCOUNTS });
  const indexes = new RepositoryIndex();
  onTestFinished(() => indexes.close());
  const start = PRICES.indexOf(TARGET);
  const task = taskOfHole({
    id: "hole",
    cluster: "shop",
    place: { root, path: "shop/prices.py" },
    languageId: "python",
    text: PRICES,
    start,
    end: start + TARGET.length,
    stopMode: "statement",
  });
  return { root, task, repository: await indexes.of(root), indexes };
}

/** The scripted model has a token a character; its first ids are special. */
const promptOf = ({ requests: [request] }: ScriptedModel) =>
  String.fromCodePoint(...[...(request?.prompt ?? [])].map((token) => Math.max(0, token - 16)));

it.each(SETTINGS)("shows the model the other files and never what stood in the hole (%s)", async (setting) => {
  const { task, repository } = await indexed();
  const model = new ScriptedModel([{ after: "", answer: "total = 1" }]);
  const row = await answerTask(task, setting, { ...capabilitiesOf(model), repository }, signal);
  expect(row).toMatchObject({ outcome: "suggested", text: "total = 1", snippets: 1 });
  expect(row.ms.retrieve).toBeGreaterThanOrEqual(0);
  const prompt = promptOf(model);
  expect(prompt).toContain("return sum(basket) * rate");
  expect(prompt).not.toContain("secret_rate");
  expect(prompt.includes("return total")).toBe(setting === "left-and-right");
});

it("has the file with the hole as an unsaved buffer: while it is asked, even other files find nothing of the answer", async () => {
  const { root, task, repository } = await indexed();
  const query = {
    text: "discounted_price secret_rate",
    uri: uriOfPath(`${root}/other.py`),
    languageId: "python",
    limit: 20,
  };
  const textsFound = async () => (await repository.search(query, signal)).map(({ text }) => text).join("\n");
  expect(await textsFound()).toContain("secret_rate");
  const seen: string[] = [];
  const beforeToken = async () => void seen.push(await textsFound());
  const model = new ScriptedModel([{ after: "", answer: "x" }], { beforeToken });
  await answerTask(task, "left-and-right", { ...capabilitiesOf(model), repository }, signal);
  expect(seen.length).toBeGreaterThan(0);
  for (const texts of seen) {
    expect(texts).toContain("discounted_price");
    expect(texts).not.toContain("secret_rate");
  }
});

it("asks without the other files where there is no index", async () => {
  const { task } = await indexed();
  const model = new ScriptedModel([{ after: "", answer: "total = 1" }]);
  const row = await answerTask(task, "left-and-right", capabilitiesOf(model), signal);
  expect(row.snippets).toBeUndefined();
  expect(promptOf(model)).not.toContain("sum(basket)");
});

it("is of one repository at a time", async () => {
  const { root, indexes, repository } = await indexed();
  expect(await indexes.of(root)).toBe(repository);
  const other = await indexes.of(temporaryFolder({ "a.py": "unrelated_words = 1\n" }));
  const query = { text: "discounted_price unrelated_words", uri: "untitled:1", languageId: "python", limit: 9 };
  expect((await other.search(query, signal)).map(({ path }) => path)).toEqual(["a.py"]);
});
