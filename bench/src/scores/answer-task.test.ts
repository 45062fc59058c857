import { ScriptedModel } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { answerTask } from "./answer-task.js";
import { draftsAlone } from "./drafts-alone.js";
import { plainly } from "./plain-prompt.js";
import { noRetriever, retrieverOf, uriOf } from "./projects.js";
import type { ScoreTask } from "./tasks.js";

const condition = { context: "left-and-right", retrieval: "without" } as const;

function placeIn(picture: string, target: string): [ScoreTask, ReturnType<typeof fileOf>] {
  const offset = picture.indexOf("█");
  const file = fileOf("a.py", picture.replace("█", target));
  return [{ id: "id", package: "p", path: "a.py", language: "python", kind: "statement", offset, target }, file];
}

function fileOf(path: string, text: string) {
  return { uri: uriOf({ package: "p", path }), path, languageId: "python", text };
}

function asking(model: Parameters<typeof answerTask>[3]["model"], retriever = noRetriever) {
  return { label: "m", model, retriever, maxTokens: 32, signal: new AbortController().signal };
}

describe("a task's row", () => {
  it("says what was suggested, and how near it is", async () => {
    const [task, file] = placeIn("def add(a, b):\n    █\n", "return a + b");
    const right = new ScriptedModel([{ after: "    ", answer: "return a + b\n" }]);
    expect(await answerTask(task, file, condition, asking(right))).toMatchObject({
      task: "id",
      model: "m",
      ...condition,
      outcome: "suggested",
      answer: "return a + b",
      isExact: true,
      editSimilarity: 1,
      promptTokens: right.requests[0]?.prompt.length,
      evaluatedTokens: right.requests[0]?.prompt.length,
      arithmeticMean: expect.closeTo(0.9, 6),
    });
    const wrong = new ScriptedModel([{ after: "    ", answer: "return a - b\n" }]);
    const row = await answerTask(task, file, condition, asking(wrong));
    expect(row).toMatchObject({ isExact: false, editSimilarity: 0.916667 });
  });

  it("names the outcome without a suggestion", async () => {
    const [task, file] = placeIn("a = 1\n█\n", "b = 2");
    const silent = new ScriptedModel([{ after: "\n", answer: "" }]);
    const row = await answerTask(task, file, condition, asking(silent));
    expect(row).toMatchObject({ outcome: "dropped: blank", answer: null, isExact: false, editSimilarity: 0 });
    const speechless = new ScriptedModel([]);
    expect((await answerTask(task, file, condition, asking(speechless)))?.outcome).toMatch(/^failed: /);
  });

  it("is none where the run was interrupted", async () => {
    const [task, file] = placeIn("a = 1\n█\n", "b = 2");
    const model = new ScriptedModel([{ after: "\n", answer: "b = 2" }]);
    expect(await answerTask(task, file, condition, { ...asking(model), signal: AbortSignal.abort() })).toBeNull();
  });
});

describe("drafts alone", () => {
  it("suggest the draft from the file or a snippet, or nothing", async () => {
    const copied = placeIn("a = call()\nb = call(\n    a,\n)\n\na = call()\n█\n", "b = call(\n    a,\n)");
    expect(await answerTask(...copied, condition, asking(draftsAlone()))).toMatchObject({
      outcome: "suggested",
      isExact: true,
      answerTokens: 0,
    });
    const [task, file] = placeIn("first_value = 1\n█\n", "b = 2");
    expect(await answerTask(task, file, condition, asking(draftsAlone()))).toMatchObject({ outcome: "dropped: blank" });
    const other = fileOf("other.py", "first_value = 1\nb = 2\n");
    const retriever = retrieverOf(new Map([file, other].map((each) => [each.uri, each])));
    const found = await answerTask(task, file, { ...condition, retrieval: "with" }, asking(draftsAlone(), retriever));
    expect(found).toMatchObject({ outcome: "suggested", isExact: true, snippets: 1 });
  });

  it("end with the line where a line is asked for", async () => {
    const [task, file] = placeIn("a = call()\nb = call(\n    a,\n)\n\na = call()\n█\n    a,\n)\n", "b = call(");
    const row = await answerTask({ ...task, kind: "line" }, file, condition, asking(draftsAlone()));
    expect(row).toMatchObject({ answer: "b = call(", isExact: true });
  });
});

describe("a plain prompt", () => {
  const promptsOf = async (picture: string, target: string) => {
    const model = new ScriptedModel([], { profile: { mode: "chat" } });
    const [task, file] = placeIn(picture, target);
    const other = fileOf("other.py", "a = 1\nvalue = 2\n");
    const retriever = retrieverOf(new Map([other].map((each) => [each.uri, each])));
    await answerTask(task, file, { ...condition, retrieval: "with" }, asking(plainly(model), retriever));
    const [request] = model.requests;
    // The scripted model has a token a character, its id 16 above the code point.
    const prompt = String.fromCodePoint(...[...(request?.prompt ?? [])].map((token) => token - 16));
    return { prompt, healedText: request?.healedText };
  };
  const snippet = "# other.py\na = 1\nvalue = 2\n\n\n# a.py\n";

  it.each([
    ["a = 1\nval█\nc = 3\n", "ue", "a = 1\n", "val"],
    ["a = 1\nb = val█\nc = 3\n", "ue", "a = 1\nb =", " val"],
    ["if a == 1:\n    █\nc = 3\n", "b = 2", "if a == 1:\n", "    "],
    ["a = 1\nb =█\nc = 3\n", " 2", "a = 1\nb =", ""],
  ])(
    "of %j is snippets and the code before the cursor, without what is healed",
    async (picture, target, code, healed) => {
      expect(await promptsOf(picture, target)).toEqual({ prompt: snippet + code, healedText: healed });
    },
  );
});
