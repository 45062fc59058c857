import { NearfirstError } from "@nearfirst/core";
import { ScriptedModel, type ScriptLine } from "@nearfirst/core/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LOOK_AFTER_SECONDS } from "../../packages/cli/src/lsp/accepted-watch.js";
import { BackendLoader } from "../../packages/cli/src/lsp/backend-loader.js";
import {
  type InlineCompletionAnswer,
  InlineCompletions,
  LOADING_WAIT_MS,
} from "../../packages/cli/src/lsp/inline-completions.js";
import type { LspBackend } from "../../packages/cli/src/lsp/lsp-backend.js";
import { CANCELLATION_GRACE_MS } from "../../packages/cli/src/lsp/newest-request.js";
import { OpenDocuments } from "../../packages/cli/src/lsp/open-documents.js";
import { SuggestionRegister } from "../../packages/cli/src/lsp/suggestion-register.js";
import { cursorOf } from "./lsp-client.js";
import { scriptedBackend } from "./scripted-backend.js";

const uri = "file:///a.py";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface SceneOptions {
  readonly settings?: Partial<LspBackend>;
  /** Milliseconds for each token. */
  readonly tokenMs?: number;
  /** How long loading takes; rejects with it where it is an error. */
  readonly loading?: number | NearfirstError;
}

/** An editor with one document, of which each step shows the whole text. */
async function scene(script: readonly ScriptLine[], { settings, tokenMs = 10, loading = 0 }: SceneOptions = {}) {
  const model = new ScriptedModel(script, { beforeToken: () => new Promise((done) => setTimeout(done, tokenMs)) });
  const backend = scriptedBackend(model, settings);
  const open = async () => {
    if (loading instanceof NearfirstError) throw loading;
    await new Promise((done) => setTimeout(done, loading));
    return backend;
  };
  const loader = new BackendLoader({ open, onReady: () => undefined, onFailure: () => undefined });
  const documents = new OpenDocuments("utf-16");
  const completions = new InlineCompletions(documents, loader, new SuggestionRegister());
  loader.load();
  if (loading === 0) await vi.advanceTimersByTimeAsync(0);
  let version = 0;
  /** Shows the picture and asks at its cursor. `answer` is null until there is one. */
  const ask = (picture: string, trigger: "automatic" | "explicit" = "automatic") => {
    const { text, position } = cursorOf(picture);
    documents.open(uri, "python", ++version, text);
    const cancel = new AbortController();
    const asked = { answer: null as InlineCompletionAnswer | null, cancel: () => cancel.abort() };
    void completions.answer({ uri, position, trigger, cancelled: cancel.signal }).then((answer) => {
      asked.answer = answer;
    });
    return asked;
  };
  return { model, documents, completions, ask, events: backend.events };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const textOf = (asked: { answer: InlineCompletionAnswer | null }) => asked.answer?.items.map((item) => item.insertText);

describe("typing through a suggestion", () => {
  it("shows the rest at once, without a model call and without the pause", async () => {
    const { ask, model } = await scene([{ after: "x = ", answer: "abc" }], { settings: { delayMs: 60 } });
    const first = ask("x = █\n", "explicit");
    await pass(100);
    expect(textOf(first)).toEqual(["abc"]);
    const second = ask("x = a█\n");
    await pass(0);
    expect(textOf(second)).toEqual(["bc"]);
    expect(second.answer?.notification).toMatchObject({ source: "typed-through", tokensEvaluated: 0, version: 2 });
    expect(model.requests).toHaveLength(1);
  });
});

describe("a generation in flight", () => {
  it("is taken over by the request that follows a cancelled one, as VS Code sends them", async () => {
    const { ask, model } = await scene([{ after: "x = ", answer: "abcdefghij" }], { settings: { delayMs: 60 } });
    const first = ask("x = █\n", "explicit");
    await pass(15);
    first.cancel();
    await pass(50);
    expect(first.answer?.notification).toMatchObject({ kind: "cancelled", reason: "cancelled" });
    const second = ask("x = ab█\n");
    await pass(40);
    expect(textOf(second)).toEqual(["cdefghij"]);
    expect(second.answer?.notification.source).toBe("in-flight");
    expect(model.requests).toHaveLength(1);
    expect(model.aborted).toBe(0);
  });

  it("is taken over by a newer request that came without a cancellation; the older one is answered at once", async () => {
    const { ask, model } = await scene([{ after: "x = ", answer: "abcdef" }]);
    const first = ask("x = █\n");
    await pass(15);
    const second = ask("x = a█\n");
    await pass(0);
    expect(first.answer).toMatchObject({ items: [], notification: { kind: "cancelled", reason: "superseded" } });
    await pass(50);
    expect(textOf(second)).toEqual(["bcdef"]);
    expect(model.requests).toHaveLength(1);
  });

  it("ends when the newer request is about something else", async () => {
    const script = [
      { after: "x = ", answer: "abcdef" },
      { after: "x = 1", answer: "0" },
    ];
    const { ask, model } = await scene(script);
    ask("x = █\n");
    await pass(15);
    const second = ask("x = 1█\n");
    await pass(20);
    expect(textOf(second)).toEqual(["0"]);
    expect(model).toMatchObject({ aborted: 1, running: 0 });
  });

  it("ends soon after its request was cancelled, if no other comes", async () => {
    const { ask, model } = await scene([{ after: "x = ", answer: "a".repeat(60) }]);
    const first = ask("x = █\n");
    await pass(15);
    first.cancel();
    await pass(CANCELLATION_GRACE_MS);
    expect(model).toMatchObject({ aborted: 1, running: 0 });
  });
});

describe("the pause in typing", () => {
  const script = [{ after: "", answer: "1" }];
  const settings = { delayMs: 60 };

  it("is waited for in the middle of a line", async () => {
    const { ask, model } = await scene(script, { settings });
    const asked = ask("x = █\n");
    await pass(59);
    expect(model.requests).toHaveLength(0);
    await pass(11);
    expect(textOf(asked)).toEqual(["1"]);
    expect(asked.answer?.notification.ms).toBe(70);
  });

  it("is left out at the start of a line, and where the developer asks", async () => {
    const { ask, model } = await scene(script, { settings });
    ask("x = 1\n    █\n");
    expect(model.running + model.requests.length).toBe(0);
    await pass(10);
    expect(model.requests).toHaveLength(1);
    ask("y = █\n", "explicit");
    await pass(10);
    expect(model.requests).toHaveLength(2);
  });

  it("is left out where the answer was given before", async () => {
    const { ask, model } = await scene(
      [
        { after: "x = ", answer: "1" },
        { after: "x = y", answer: "z" },
      ],
      { settings },
    );
    for (const picture of ["x = █\n", "x = y█\n"]) {
      ask(picture);
      await pass(100);
    }
    const again = ask("x = █\n");
    await pass(0);
    expect(textOf(again)).toEqual(["1"]);
    expect(again.answer?.notification.source).toBe("cache");
    expect(model.requests).toHaveLength(2);
  });

  it("makes one generation of a burst of keys, each of which is answered once", async () => {
    const { ask, model } = await scene(script, { settings });
    const word = "a_long_name_for_a_thing";
    const asked = [...word].map((_, at) => at + 1);
    const answers = [];
    for (const length of asked) {
      answers.push(ask(`x = ${word.slice(0, length)}█\n`));
      await pass(30);
    }
    await pass(1_000);
    expect(model.requests).toHaveLength(1);
    const kinds = answers.map(({ answer }) => answer?.notification.reason ?? answer?.notification.kind);
    expect(kinds).toEqual([...Array(word.length - 1).fill("superseded"), "suggested"]);
  });
});

describe("while the model loads", () => {
  it("a request waits, and is answered when the model is there", async () => {
    const { ask } = await scene([{ after: "x = ", answer: "1" }], { loading: 500 });
    const asked = ask("x = █\n");
    await pass(499);
    expect(asked.answer).toBeNull();
    await pass(11);
    expect(textOf(asked)).toEqual(["1"]);
  });

  it("a request that waited too long is answered empty, with the reason", async () => {
    const { ask } = await scene([], { loading: 60_000 });
    const asked = ask("x = █\n");
    await pass(LOADING_WAIT_MS);
    expect(asked.answer).toMatchObject({ items: [], notification: { kind: "skipped", reason: "loading" } });
    expect(asked.answer?.notification.ms).toBe(LOADING_WAIT_MS);
  });

  it("only the newest request waits", async () => {
    const { ask, model } = await scene([{ after: "x = a", answer: "b" }], { loading: 500 });
    const first = ask("x = █\n");
    const second = ask("x = a█\n");
    await pass(600);
    expect(first.answer?.notification.reason).toBe("superseded");
    expect(textOf(second)).toEqual(["b"]);
    expect(model.requests).toHaveLength(1);
  });

  it("a failure is told with its code and what to do", async () => {
    const loading = new NearfirstError({ code: "model-missing", message: "There is no model. Install one." });
    const { ask } = await scene([], { loading });
    const asked = ask("x = █\n");
    await pass(0);
    expect(asked.answer?.notification).toMatchObject({
      kind: "failed",
      reason: "model-missing",
      message: "There is no model. Install one.",
    });
  });
});

describe("the statistics", () => {
  const script = [{ after: "x = ", answer: "abcdef" }];
  const settings = { delayMs: 0 };

  it("have each request, and that its suggestion was accepted and kept, as the file tells it", async () => {
    const { ask, events } = await scene([...script, { after: "abcdef\n", answer: "y" }], { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    expect(events).toMatchObject([{ type: "request", outcome: "suggested", suggestionId: id, languageId: "python" }]);
    ask("x = abcdef█\n", "explicit");
    await pass(100);
    expect(events).toContainEqual({ type: "action", suggestionId: id, action: "accepted" });
    await pass(LOOK_AFTER_SECONDS * 1_000);
    const survival = { type: "survival", suggestionId: id, afterSeconds: LOOK_AFTER_SECONDS, keptShare: 1 };
    expect(events).toContainEqual(survival);
  });

  it("have it once where the editor says so too", async () => {
    const { ask, completions, events } = await scene([...script, { after: "abcdef", answer: "y" }], { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    completions.told("accepted", id);
    ask("x = abcdef█\n");
    await pass(100);
    completions.told("accepted", id);
    expect(events.filter(({ type }) => type === "action")).toEqual([
      { type: "action", suggestionId: id, action: "accepted" },
    ]);
  });

  it.each([
    ["dismissed by the editor", "told"],
    ["asked for another", "explicit"],
  ])("have a suggestion that was refused: %s", async (_, how) => {
    const { ask, completions, events } = await scene(script, { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    if (how === "told") completions.told("dismissed", id);
    else ask("x = █\n", "explicit");
    await pass(100);
    expect(events).toContainEqual({ type: "action", suggestionId: id, action: "rejected" });
  });

  it("have a suggestion that was typed by hand to its end", async () => {
    const { ask, events } = await scene([...script, { after: "abcdef", answer: "y" }], { settings });
    for (const picture of ["x = █\n", "x = a█\n", "x = ab█\n", "x = abcde█\n", "x = abcdef█\n"]) {
      ask(picture);
      await pass(100);
    }
    expect(events.filter(({ type }) => type === "action")).toMatchObject([{ action: "typed-through" }]);
  });

  it("hold no code", async () => {
    const { ask, events } = await scene(script, { settings });
    ask("x = █\n");
    await pass(100);
    expect(JSON.stringify(events)).not.toContain("abc");
  });
});

describe("no suggestion, with the reason,", () => {
  it("for a document that is not open", async () => {
    const { completions, model } = await scene([]);
    const position = { line: 0, character: 0 };
    const { signal } = new AbortController();
    const answer = await completions.answer({ uri: "file:///b.py", position, trigger: "automatic", cancelled: signal });
    expect(answer.notification).toMatchObject({ kind: "skipped", reason: "document-not-open", version: null });
    expect(model.requests).toHaveLength(0);
  });

  it("for a document that is closed meanwhile", async () => {
    const { ask, completions, model } = await scene([{ after: "x = ", answer: "abc" }]);
    const asked = ask("x = █\n");
    await pass(15);
    completions.closed(uri);
    await pass(0);
    expect(asked.answer).toMatchObject({ items: [], notification: { kind: "cancelled", reason: "document-not-open" } });
    expect(model.running).toBe(0);
  });

  it("where the settings decline the file, or automatic suggestions", async () => {
    const declined = await scene([], { settings: { declines: () => "file-ignored" } });
    const first = declined.ask("x = █\n");
    const manual = await scene([{ after: "", answer: "1" }], { settings: { automatic: false } });
    const second = manual.ask("x = █\n");
    await pass(0);
    const third = manual.ask("x = █\n", "explicit");
    await pass(10);
    expect(first.answer?.notification).toMatchObject({ kind: "skipped", reason: "file-ignored" });
    expect(second.answer?.notification).toMatchObject({ kind: "skipped", reason: "automatic-off" });
    expect(textOf(third)).toEqual(["1"]);
  });

  it("where the model fails", async () => {
    const { ask } = await scene([]);
    const asked = ask("x = █\n");
    await pass(10);
    expect(asked.answer?.notification).toMatchObject({ kind: "failed", reason: "internal", suggestionId: null });
  });
});
