import { describe, expect, it } from "vitest";
import { after, editor, tokenGate } from "../test/editor.js";
import { complete } from "./complete.js";
import type { ModelProfile } from "./prompt/model-profile.js";
import { Session } from "./session.js";
import { capabilitiesOf, requestAt, ScriptedModel } from "./testing.js";
import type { CompletionRequest } from "./types.js";

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

  it("stays on screen while it is typed, also inside a word, where nothing is suggested unasked", async () => {
    const ask = editor(new ScriptedModel([{ after: "x = ", answer: "first_" }]));
    const asked = await ask("x = █name\n", { trigger: "explicit" });
    expect(after(asked, "x = █name\n")).toBe("x = first_name\n");
    const picture = "x = fi█name\n";
    expect(after(await ask(picture), picture)).toBe("x = first_name\n");
    for (const other of ["x = █name\n", "x = fa█name\n", "x = first_█name\n"])
      expect(await ask(other)).toMatchObject({ kind: "skipped", reason: "inside-word" });
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

  it.each<[string, Partial<ModelProfile>]>([
    ["another model", { fingerprint: "other" }],
    ["the same model with another context", { contextTokens: 2_048 }],
    ["the same model asked otherwise", { mode: "chat" }],
    ["the same model with token healing", { tokenHealing: true }],
    ["the same model with another weight of drafts", { draftWeight: 0.3 }],
  ])("never shows what was answered before, to %s", async (_what, profile) => {
    const session = new Session();
    const ask = async (answer: string, changed: Partial<ModelProfile>) => {
      const model = new ScriptedModel([{ after: "a = ", answer }], { profile: changed });
      return complete(requestAt("a = █\n"), capabilitiesOf(model), session, new AbortController().signal);
    };
    expect(after(await ask("one", {}), "a = █\n")).toBe("a = one\n");
    expect(after(await ask("other", profile), "a = █\n")).toBe("a = other\n");
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
