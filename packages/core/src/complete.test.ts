import { describe, expect, it } from "vitest";
import { after, editor, tokenGate } from "../test/editor.js";
import type { RetrievalQuery } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { ScriptedModel } from "./testing.js";

describe("a completion request", () => {
  it("ends as a suggestion with a trace of every stage", async () => {
    const picture = "def add(a, b):\n    return █\n";
    const outcome = await editor(new ScriptedModel([{ after: "return ", answer: "a + b" }]))(picture);
    expect(after(outcome, picture)).toBe("def add(a, b):\n    return a + b\n");
    expect(outcome.trace.stages.map(({ stage }) => stage)).toEqual([
      "trigger",
      "reuse",
      "retrieve",
      "prompt",
      "draft",
      "generate",
      "postprocess",
      "route",
      "choose",
    ]);
    expect(outcome.trace).toMatchObject({
      source: "model",
      stopReason: "end-of-middle",
      confidence: { tokens: 3 },
      routing: { policy: "alwaysLocal", decision: "local" },
      promptRefreshed: true,
    });
    expect(outcome.trace.tokensEvaluated + outcome.trace.tokensReused).toBe(outcome.trace.promptTokens);
  });

  it("asks the retriever once a line and puts the best snippet next to the code", async () => {
    const queries: RetrievalQuery[] = [];
    const snippet = (text: string, score: number) => ({ path: `${text}.py`, startLine: 0, text, score });
    const retriever = {
      revision: 1,
      search: async (query: RetrievalQuery) => {
        queries.push(query);
        return [snippet("best", 2), snippet("second", 1)];
      },
    };
    const model = new ScriptedModel([
      { after: "x = ", answer: "1" },
      { after: "x = f", answer: "2" },
    ]);
    const ask = editor(model, { retriever });
    await ask("x = █\n");
    await ask("x = f█\n");
    expect(queries).toHaveLength(1);
    expect(queries[0]?.text).toContain("x = ");
    const prompt = [...(model.requests[0]?.prompt ?? [])];
    const text = (word: string) => [...word].map((character) => (character.codePointAt(0) as number) + 16);
    expect(prompt.slice(0, 12)).toEqual([4, ...text("second"), 4, ...text("best")]);
  });

  it("keeps snippets and window while a line is typed, though the index changes", async () => {
    let revision = 0;
    const retriever = {
      get revision() {
        return revision++;
      },
      search: async () => [{ path: "a.py", startLine: 0, text: `snippet ${revision}`, score: 1 }],
    };
    const model = new ScriptedModel([
      { after: "a = ", answer: "1" },
      { after: "a = b", answer: "2" },
    ]);
    const ask = editor(model, { retriever });
    const first = await ask("a = █\n");
    const second = await ask("a = b█\n");
    expect(second.trace.snippets).toEqual(first.trace.snippets);
    expect(second.trace.promptRefreshed).toBe(false);
  });

  it("tells the outcome of each request that gets no suggestion", async () => {
    const ask = editor(new ScriptedModel([{ after: "", answer: "   " }], { profile: { languages: ["python"] } }));
    expect(after(await ask("let a = █", { languageId: "rust" }), "")).toBe("skipped: unsupported-language");
    expect(after(await ask("a = █"), "")).toBe("dropped: blank");
  });

  it("ends as failed, with the fault as a typed error and the stage where it happened", async () => {
    const model = new ScriptedModel([{ after: "", answer: "a" }]);
    model.generate = async () => {
      throw new NearfirstError({ code: "engine-crashed", message: "The model's process ended.", isRetryable: true });
    };
    const outcome = await editor(model)("a = █");
    expect(outcome).toMatchObject({ kind: "failed", stage: "generate", error: { code: "engine-crashed" } });
  });

  it("ends as cancelled when its signal is aborted, and the model stops", async () => {
    const gate = tokenGate();
    const model = new ScriptedModel([{ after: "a = ", answer: "value" }], gate);
    const leaving = new AbortController();
    const asked = editor(model)("a = █", {}, leaving.signal);
    await gate.letPass(2);
    leaving.abort();
    expect(await asked).toMatchObject({ kind: "cancelled", stage: "generate" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(model).toMatchObject({ running: 0, aborted: 1 });
  });

  it("puts the file's own line breaks into the suggestion", async () => {
    const picture = "a = 1\r\nb = f(█\r\n";
    const outcome = await editor(new ScriptedModel([{ after: "b = f(", answer: "\n    1,\n)" }]))(picture);
    expect(after(outcome, picture)).toBe("a = 1\r\nb = f(\r\n    1,\r\n)\r\n");
  });
});
