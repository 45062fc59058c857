import { NearfirstError } from "@nearfirst/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LspBackend } from "../../packages/cli/src/lsp/lsp-backend.js";
import { CANCELLATION_GRACE_MS } from "../../packages/cli/src/lsp/newest-request.js";
import { LOADING_WAIT_MS } from "../../packages/cli/src/lsp/when-loaded.js";
import { pass, scene, textOf, uri } from "./inline-scene.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

  it.each<[string, Partial<LspBackend>, string, string]>([
    ["automatic suggestions are off", { automatic: false }, "x = ", "automatic-off"],
    ["comments have none unasked", { inComments: false }, "x = 1  # ", "comments-off"],
  ])("keeps what was asked for where %s, as long as it is typed", async (_where, settings, line, reason) => {
    const { ask, model } = await scene([{ after: line, answer: "abc" }], { settings });
    const asked = ask(`${line}█\n`, "explicit");
    await pass(100);
    expect(textOf(asked)).toEqual(["abc"]);
    const typed = ask(`${line}a█\n`);
    await pass(0);
    expect(textOf(typed)).toEqual(["bc"]);
    for (const picture of [`${line}ax█\n`, `${line}█\n`]) {
      const other = ask(picture);
      await pass(0);
      expect(other.answer).toMatchObject({ items: [], notification: { kind: "skipped", reason } });
    }
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

describe("the pause of a fast typist", () => {
  it("is that of the keys before, counted from the last of them", async () => {
    const { ask, completions, model } = await scene([{ after: "", answer: "1" }], { settings: { delayMs: 150 } });
    const word = "abcdefgh";
    const at = (length: number) => ask(`x = ${word.slice(0, length)}█\n`);
    for (let length = 1; length <= word.length; length++) {
      await pass(80);
      completions.edited(uri, [{ start: 3 + length, end: 3 + length, length: 1 }]);
    }
    await pass(50);
    at(word.length);
    await pass(49);
    expect(model.requests).toHaveLength(0);
    await pass(1);
    expect(model.requests).toHaveLength(1);
  });
});

describe("a suggestion that is complete after its request was cancelled", () => {
  it("is not refused by what is typed: nobody has seen it", async () => {
    const { ask, events } = await scene([
      { after: "x = ", answer: "abc" },
      { after: "x = 1", answer: "2" },
    ]);
    const first = ask("x = █\n");
    await pass(15);
    first.cancel();
    await pass(1_000);
    ask("x = 1█\n");
    await pass(100);
    expect(events.filter(({ type }) => type === "action")).toEqual([]);
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

  it("in a comment, where the settings want none there; who asks gets one, and the code around it has its own", async () => {
    const script = [
      { after: "sum of ", answer: "both" },
      { after: "x = ", answer: "1" },
    ];
    const { ask, model } = await scene(script, { settings: { inComments: false, delayMs: 60 } });
    const automatic = ask("y = 2  # sum of █\n");
    await pass(0);
    expect(automatic.answer).toMatchObject({ items: [], notification: { kind: "skipped", reason: "comments-off" } });
    expect(model.requests).toEqual([]);
    const asked = ask("y = 2  # sum of █\n", "explicit");
    await pass(100);
    expect(textOf(asked)).toEqual(["both"]);
    const code = ask('y = "# 2"; x = █\n');
    await pass(200);
    expect(textOf(code)).toEqual(["1"]);
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
