import { describe, expect, it } from "vitest";
import { complete } from "./complete.js";
import type { Capabilities, RetrievalQuery } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { Session } from "./session.js";
import { capabilitiesOf, requestAt, ScriptedModel } from "./testing.js";
import type { CompletionRequest, Outcome } from "./types.js";

/** One editor: a session with its model, asked with pictures of the document. */
function editor(model: ScriptedModel, others: Partial<Capabilities> = {}) {
  const session = new Session();
  const capabilities = capabilitiesOf(model, others);
  return (picture: string, settings: Parameters<typeof requestAt>[1] = {}, signal = new AbortController().signal) =>
    complete(requestAt(picture, settings), capabilities, session, signal);
}

/** The document after the suggestion, or how the request ended instead. */
function after(outcome: Outcome, picture: string): string {
  if (outcome.kind !== "suggested") return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
  const { text, start, end } = outcome.suggestion;
  const document = picture.replace("█", "");
  return document.slice(0, start) + text + document.slice(end);
}

/** Gates that open one by one: the model waits before each token until the test lets it go on. */
function tokenGate() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    beforeToken: () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    letPass: async (count: number) => {
      for (let passed = 0; passed < count; passed++) {
        while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
        waiting.shift()?.();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
    open: () => {
      isOpen = true;
      for (const go of waiting) go();
    },
  };
}

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
      "route",
      "postprocess",
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

describe("reuse between requests", () => {
  it("needs no model call while the developer types through the suggestion", async () => {
    const model = new ScriptedModel([{ after: "return ", answer: "a + b" }]);
    const ask = editor(model);
    await ask("def f(a, b):\n    return █\n");
    for (const typed of ["a", "a ", "a +", "a + "]) {
      const picture = `def f(a, b):\n    return ${typed}█\n`;
      const outcome = await ask(picture);
      expect(after(outcome, picture)).toBe("def f(a, b):\n    return a + b\n");
      expect(outcome.trace.source).toBe("typed-through");
    }
    expect(model.requests).toHaveLength(1);
  });

  it("replaces the bracket that the editor closed while the developer types through", async () => {
    const ask = editor(new ScriptedModel([{ after: "print", answer: "(a, b)" }]));
    await ask("print█\n");
    const picture = "print(█)\n";
    expect(after(await ask(picture), picture)).toBe("print(a, b)\n");
  });

  it("shows nothing for what the editor has closed already, and asks for what comes next", async () => {
    const model = new ScriptedModel([
      { after: "print", answer: "(a)" },
      { after: "print(a", answer: ", b" },
    ]);
    const ask = editor(model);
    await ask("print█\n");
    const picture = "print(a█)\n";
    expect(after(await ask(picture), picture)).toBe("print(a, b)\n");
  });

  it("never shows what another model suggested", async () => {
    const session = new Session();
    for (const fingerprint of ["one", "other"]) {
      const model = new ScriptedModel([{ after: "a = ", answer: fingerprint }], { profile: { fingerprint } });
      const request = requestAt("a = █\n");
      const outcome = await complete(request, capabilitiesOf(model), session, new AbortController().signal);
      expect(after(outcome, "a = █\n")).toBe(`a = ${fingerprint}\n`);
    }
  });

  it("tells when the developer comes back to a line that the KV cache no longer begins with", async () => {
    const above = "value = compute(1)\n".repeat(100);
    const model = new ScriptedModel([{ after: "", answer: "1" }], { profile: { contextTokens: 512 } });
    const ask = editor(model);
    const [early, late] = [`a█\n${above}\nb\n`, `a\n${above}\nb█\n`];
    const isRefreshed = async (picture: string) => (await ask(picture)).trace.promptRefreshed;
    expect(await isRefreshed(early)).toBe(true);
    expect(await isRefreshed(late)).toBe(true);
    expect(await isRefreshed(early.replace("█", "c█"))).toBe(true);
    expect(await isRefreshed(early.replace("█", "cd█"))).toBe(false);
  });

  it("does not let a superseded request's line take the place of the newer one's", async () => {
    const model = new ScriptedModel([{ after: "", answer: "1" }]);
    const tokenize = model.tokenize.bind(model);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let calls = 0;
    model.tokenize = async (texts) => {
      if (calls++ === 0) await held;
      return tokenize(texts);
    };
    let revision = 0;
    const retriever = {
      get revision() {
        return revision;
      },
      search: async () => [{ path: "a.py", startLine: 0, text: `snippet ${revision}`, score: 1 }],
    };
    const ask = editor(model, { retriever });
    const older = ask("a█\nb\n");
    await new Promise((resolve) => setImmediate(resolve));
    const newer = await ask("a\nb█\n");
    goOn();
    expect((await older).kind).toBe("cancelled");
    await new Promise((resolve) => setImmediate(resolve));
    // The newer request's line is the latest: while it is typed, the index may change.
    revision = 1;
    const next = await ask("a\nbc█\n");
    expect(next.trace.snippets).toEqual(newer.trace.snippets);
    expect(next.trace.promptRefreshed).toBe(false);
  });

  it("asks anew once something else is typed", async () => {
    const model = new ScriptedModel([
      { after: "return ", answer: "a + b" },
      { after: "return b", answer: " - a" },
    ]);
    const ask = editor(model);
    await ask("return █\n");
    const picture = "return b█\n";
    expect(after(await ask(picture), picture)).toBe("return b - a\n");
    expect(model.requests).toHaveLength(2);
  });

  it("answers from the cache when the developer comes back to a place", async () => {
    const model = new ScriptedModel([
      { after: "return ", answer: "a + b" },
      { after: "return b", answer: " - a" },
    ]);
    const ask = editor(model);
    await ask("return █\n");
    await ask("return b█\n");
    const again = await ask("return █\n");
    expect(after(again, "return █\n")).toBe("return a + b\n");
    expect(again.trace.source).toBe("cache");
    expect(model.requests).toHaveLength(2);
  });

  it.each<[string, string, Partial<CompletionRequest>]>([
    ["text above", "y = 1\nreturn █\n", {}],
    ["text below", "x = 1\nreturn █\nz = 1\n", {}],
    ["the stop mode", "x = 1\nreturn █\n", { stopMode: "line" }],
    ["the token limit", "x = 1\nreturn █\n", { maxTokens: 9 }],
  ])("never answers from the cache after a change of %s", async (_what, picture, settings) => {
    const model = new ScriptedModel([{ after: "return ", answer: "a + b" }]);
    const ask = editor(model);
    await ask("x = 1\nreturn █\n");
    const outcome = await ask(picture, settings);
    expect(outcome.trace.source).toBe("model");
  });

  it("asks again at a place that another file's change may answer differently", async () => {
    let revision = 1;
    const retriever = {
      get revision() {
        return revision;
      },
      search: async () => [],
    };
    const model = new ScriptedModel([
      { after: "return ", answer: "a + b" },
      { after: "other = ", answer: "1" },
    ]);
    const ask = editor(model, { retriever });
    await ask("return █\nother = \n");
    await ask("return \nother = █\n");
    revision = 2;
    const outcome = await ask("return █\nother = \n");
    expect(outcome.trace.source).toBe("model");
  });

  it("lets a newer request take over a generation that its text still fits", async () => {
    const gate = tokenGate();
    const model = new ScriptedModel([{ after: "return ", answer: "value + 1" }], gate);
    const ask = editor(model);
    const leaving = new AbortController();
    const older = ask("return █\n", {}, leaving.signal);
    await gate.letPass(2);
    const newer = ask("return v█\n");
    leaving.abort();
    gate.open();
    expect((await older).kind).toBe("cancelled");
    const outcome = await newer;
    expect(after(outcome, "return v█\n")).toBe("return value + 1\n");
    expect(outcome.trace.source).toBe("in-flight");
    expect(model.requests).toHaveLength(1);
  });

  it("lets a newer request take over a generation past a line break of a file with CRLF", async () => {
    const gate = tokenGate();
    const answer = "f(\n    1,\n)";
    const model = new ScriptedModel([{ after: "a = ", answer }], gate);
    const ask = editor(model);
    const leaving = new AbortController();
    const older = ask("x\r\na = █\r\n", {}, leaving.signal);
    await gate.letPass(2);
    const picture = "x\r\na = f(\r\n    █\r\n";
    const newer = ask(picture);
    leaving.abort();
    gate.open();
    expect((await older).kind).toBe("cancelled");
    const outcome = await newer;
    expect(outcome.trace.source).toBe("in-flight");
    expect(after(outcome, picture)).toBe("x\r\na = f(\r\n    1,\r\n)\r\n");
  });

  it("starts anew, with what is known as draft, when the generation in flight was cancelled before", async () => {
    const gate = tokenGate();
    const model = new ScriptedModel(
      [
        { after: "return v", answer: "alue + 1" },
        { after: "return ", answer: "value + 1" },
      ],
      gate,
    );
    const ask = editor(model);
    const leaving = new AbortController();
    const older = ask("return █\n", {}, leaving.signal);
    await gate.letPass(5);
    leaving.abort();
    expect((await older).kind).toBe("cancelled");
    gate.open();
    const outcome = await ask("return v█\n");
    expect(after(outcome, "return v█\n")).toBe("return value + 1\n");
    expect(model.requests[1]?.draft).toBe("alue");
    expect(outcome.trace.draft?.source).toBe("previous-answer");
  });

  it("ends a generation in flight as soon as the developer types against it", async () => {
    const gate = tokenGate();
    const model = new ScriptedModel(
      [
        { after: "return x", answer: " * 2" },
        { after: "return ", answer: "value" },
      ],
      gate,
    );
    const ask = editor(model);
    const older = ask("return █\n");
    await gate.letPass(2);
    const newer = ask("return x█\n");
    gate.open();
    expect((await older).kind).toBe("cancelled");
    expect(after(await newer, "return x█\n")).toBe("return x * 2\n");
    expect(model.aborted).toBe(1);
  });
});
